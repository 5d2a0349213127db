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
import { Section } from "#components/ui/section.tsx";
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

/** The tables of one document. */
function DocumentSection({ document, rows }: { document: string; rows: readonly ReportedRow[] }) {
  const dates = [...new Set(rows.flatMap(({ documentDate }) => documentDate ?? []))];
  return (
    <Section title={visibleName(document)} note={[countOf(rows.length, "table"), ...dates].join(", ")}>
      <List rows={rows} label={`Tables of ${visibleName(document)}`} />
    </Section>
  );
}

function List({ rows, label }: { rows: readonly ReportedRow[]; label: string }) {
  return (
    <Table label={label}>
      <thead>
        <Row>
          <HeadCell fixed>Table</HeadCell>
          <HeadCell num>Rows</HeadCell>
          <HeadCell num>Errors</HeadCell>
          <HeadCell num>Warnings</HeadCell>
          <HeadCell num>Info</HeadCell>
        </Row>
      </thead>
      <tbody>
        {rows.map(({ id, title, rows: count, findings }) => (
          <Row key={id}>
            <Cell fixed>
              <PageLink href={`/reported/${id}`}>{visibleName(title)}</PageLink>
            </Cell>
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
        {(rows) =>
          [...Map.groupBy(rows, ({ document }) => document)].map(([document, own]) => (
            <DocumentSection key={document} document={document} rows={own} />
          ))
        }
      </QueryState>
      <PasteTable />
    </BenchPage>
  );
}
