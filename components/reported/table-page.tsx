"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { useGo } from "#components/ui/use-go.ts";
import { topics } from "#server/contracts/live.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf } from "#server/wording/counts.ts";
import { entriesOf } from "#server/checks/tables/reported-values.ts";
import { ReproduceSection } from "./reproduce-section.tsx";
import { ReportedGridTable } from "./reported-grid.tsx";
import { TableFindings } from "./table-findings.tsx";

/** One reported table with what objects to it. */
export function ReportedTablePage({ id }: { id: string }) {
  const api = useApi();
  const go = useGo();
  const query = useQuery(api.reported.get.queryOptions({ id }, { meta: liveOn([topics.reports], 1000) }));
  const remove = useMutation(api.reported.delete.mutationOptions({ onSuccess: () => go.push("/reported") }));
  const title = visibleName(query.data?.title ?? "Reported table");
  return (
    <BenchPage
      crumbs={[{ label: "Reported tables", href: "/reported" }, { label: title }]}
      dataAt={query.dataUpdatedAt}
    >
      <PageHead
        title={title}
        summary={
          query.data
            ? `Reported in ${visibleName(query.data.document)}${query.data.documentDate ? `, ${query.data.documentDate}` : ""}; not measured here.`
            : ""
        }
        actions={
          <Button
            blocked={remove.isPending ? "Deleting it" : undefined}
            onClick={() => (remove.isPending ? undefined : remove.mutate({ id }))}
          >
            Delete
          </Button>
        }
      />
      {remove.error ? (
        <span className="crit" role="alert">
          {remove.error.message}
        </span>
      ) : null}
      <QueryState query={query} what="the table" height={240}>
        {({ grid, findings, notes, title: own }) => (
          <>
            <Section
              title="As reported"
              note={`${countOf(grid.rows.length, "row")}, ${countOf(grid.columns.length, "column")}`}
            >
              <ReportedGridTable
                grid={grid}
                findings={findings}
                label={title}
                foot="Reported: no claim or interval uses these numbers."
              />
            </Section>
            <Section title="Findings" note={countOf(findings.length, "finding")}>
              <TableFindings findings={findings} notes={notes} />
            </Section>
            <ReproduceSection id={id} entries={entriesOf(grid, own).map(({ name }) => name)} />
          </>
        )}
      </QueryState>
    </BenchPage>
  );
}
