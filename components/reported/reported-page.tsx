"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { useProject } from "#components/layout/use-project.ts";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { topics } from "#server/contracts/live.ts";
import type { ReportedRow } from "#server/contracts/reported/reported.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeCount } from "#server/wording/counts.ts";
import { PasteTable } from "./paste-table.tsx";

function List({ rows }: { rows: readonly ReportedRow[] }) {
  return (
    <Table
      label="Reported tables"
      foot="Reported: printed elsewhere, measured by nobody here. No claim or interval uses these numbers."
    >
      <thead>
        <Row>
          <HeadCell fixed>Table</HeadCell>
          <HeadCell>Document</HeadCell>
          <HeadCell>Date</HeadCell>
          <HeadCell num>Rows</HeadCell>
          <HeadCell num>Errors</HeadCell>
          <HeadCell num>Warnings</HeadCell>
          <HeadCell num>Info</HeadCell>
        </Row>
      </thead>
      <tbody>
        {rows.map(({ id, title, document, documentDate, rows: count, findings }) => (
          <Row key={id}>
            <Cell fixed>
              <PageLink href={`/reported/${id}`}>{visibleName(title)}</PageLink>
            </Cell>
            <Cell wrap>{visibleName(document)}</Cell>
            <Cell>{documentDate ?? "–"}</Cell>
            <Cell num>{writeCount(count)}</Cell>
            <Cell num>{writeCount(findings.error)}</Cell>
            <Cell num>{writeCount(findings.warning)}</Cell>
            <Cell num>{writeCount(findings.info)}</Cell>
          </Row>
        ))}
      </tbody>
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
        summary="Numbers printed in reports and papers, kept apart from measured ones and checked for contradictions."
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
            ]}
          />
        }
      >
        {(rows) => <List rows={rows} />}
      </QueryState>
      <PasteTable />
    </BenchPage>
  );
}
