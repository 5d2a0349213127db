"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useProject } from "#components/layout/use-project.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { topics } from "#server/contracts/live.ts";
import type { ReportedRow } from "#server/contracts/reported/reported.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { PasteTable } from "./paste-table.tsx";

/** The tables of two public projects, for who has none to paste. */
function AddReference() {
  const project = useProject();
  const add = useMutation(useApi().reported.addReference.mutationOptions());
  return (
    <>
      <Button
        blocked={add.isPending ? "Adding them" : undefined}
        onClick={() => (add.isPending ? undefined : add.mutate({ project: project ?? undefined }))}
      >
        Add the reference tables
      </Button>
      {add.error ? (
        <span className="crit" role="alert">
          {add.error.message}
        </span>
      ) : null}
    </>
  );
}

/** "1 error, 2 warnings"; a dash where nothing was found. */
function findingsText({ error, warning, info }: ReportedRow["findings"]): string {
  const parts = [
    error > 0 ? countOf(error, "error") : "",
    warning > 0 ? countOf(warning, "warning") : "",
    info > 0 ? `${writeCount(info)} info` : "",
  ];
  return parts.filter(Boolean).join(", ") || "–";
}

/** The tables under the document that each is of. */
function ByDocument({ rows }: { rows: readonly ReportedRow[] }) {
  return (
    <Table label="Reported tables">
      <thead>
        <Row>
          <HeadCell fixed>Table</HeadCell>
          <HeadCell num>Rows</HeadCell>
          <HeadCell>Findings</HeadCell>
        </Row>
      </thead>
      {[...Map.groupBy(rows, ({ document }) => document)].map(([document, own]) => (
        <tbody key={document}>
          <Row kind="group">
            <Cell fixed wrap>
              {visibleName(document)}
            </Cell>
            <Cell columns={2} quiet>
              {[...new Set(own.flatMap(({ documentDate }) => documentDate ?? []))].join(", ")}
            </Cell>
          </Row>
          {own.map(({ id, title, rows: count, findings }) => (
            <Row key={id}>
              <Cell fixed wrap>
                <PageLink href={`/reported/${id}`}>{visibleName(title)}</PageLink>
              </Cell>
              <Cell num>{writeCount(count)}</Cell>
              <Cell wrap>{findingsText(findings)}</Cell>
            </Row>
          ))}
        </tbody>
      ))}
    </Table>
  );
}

/** Tables that were printed elsewhere, and what the rules say of them. */
export function ReportedPage() {
  const project = useProject();
  const query = useQuery(
    useApi().reported.list.queryOptions({ project }, { meta: liveOn([topics.reports], 1000) }),
  );
  return (
    <BenchPage crumbs={[{ label: "Reported tables" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Reported tables"
        summary="Numbers printed in reports and papers: in no claim or interval, and checked for contradictions."
        actions={query.data && query.data.length > 0 ? <AddReference /> : null}
      />
      <QueryState
        query={query}
        what="the reported tables"
        height={200}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState
            ways={[
              {
                title: "Paste a table",
                text: "Differences, ratios, totals and percentages are recomputed, targets are compared, and what cannot be is named.",
                action: null,
              },
              {
                title: "Look at others",
                text: "The tables of two public projects, with what contradicts itself in them.",
                action: <AddReference />,
              },
            ]}
          />
        }
      >
        {(rows) => <ByDocument rows={rows} />}
      </QueryState>
      <PasteTable />
    </BenchPage>
  );
}
