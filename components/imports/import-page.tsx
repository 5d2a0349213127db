"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useProject } from "#components/layout/use-project.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { topics } from "#server/contracts/live.ts";
import { ImportFiles } from "./import-files.tsx";
import { ImportsTable } from "./imports-table.tsx";

/** Results of other tools: sent, previewed, imported whole or not at all, undone. */
export function ImportPage() {
  const project = useProject();
  const query = useQuery(
    useApi().imports.list.queryOptions({ project }, { meta: liveOn([topics.runs], 1000) }),
  );
  return (
    <BenchPage crumbs={[{ label: "Import" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Import"
        summary="Bring in results of other tools: each model or run becomes a run here, at the times of its source."
      />
      <ImportFiles />
      <Section title="Imports">
        <QueryState
          query={query}
          what="the imports"
          height={120}
          isEmpty={(rows) => rows.length === 0}
          empty={<Notice>Nothing was imported.</Notice>}
        >
          {(rows) => <ImportsTable rows={rows} now={query.dataUpdatedAt} />}
        </QueryState>
      </Section>
    </BenchPage>
  );
}
