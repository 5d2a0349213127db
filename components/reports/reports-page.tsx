"use client";

import { useProject } from "#components/layout/use-project.ts";
import { useGo } from "#components/ui/use-go.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { useMutation, useQuery } from "@tanstack/react-query";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { topics } from "#server/contracts/live.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeCount, writeOf } from "#server/wording/counts.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { DeletedReports } from "./deleted-reports.tsx";
import { reportHref } from "../search-params/reports.ts";

/** An empty report, opened for writing. */
function NewReport() {
  const api = useApi();
  const router = useGo();
  const project = useProject();
  const create = useMutation(
    api.reports.create.mutationOptions({
      onSuccess: ({ id }) => router.push(reportHref(`/reports/${id}`, { view: "edit" })),
    }),
  );
  return (
    <>
      <Button
        kind="primary"
        blocked={create.isPending ? "Making it" : undefined}
        onClick={() =>
          create.isPending
            ? undefined
            : create.mutate({ title: "Untitled report", project: project ?? undefined })
        }
      >
        New report
      </Button>
      {create.error ? (
        <span className="crit" role="alert">
          {create.error.message}
        </span>
      ) : null}
    </>
  );
}

/** Every report: what somebody claims, and the numbers that carry it. */
export function ReportsPage() {
  const project = useProject();
  const api = useApi();
  const query = useQuery(api.reports.list.queryOptions({ project }, { meta: liveOn([topics.reports], 500) }));
  return (
    <BenchPage crumbs={[{ label: "Reports" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Reports"
        summary="Markdown with live numbers. Published, every number is frozen with its data and says so when the data changes."
        actions={<NewReport />}
      />
      <QueryState
        query={query}
        what="the reports"
        height={240}
        isEmpty={(list) => list.length === 0}
        empty={
          <EmptyState
            ways={[
              {
                title: "Write one of an experiment, a second",
                text: "Open an experiment and press Write a report: table, curves and findings come as live blocks.",
                action: (
                  <LinkButton href="/experiments" kind="primary">
                    Choose an experiment
                  </LinkButton>
                ),
              },
            ]}
          />
        }
      >
        {(list) => (
          <Table label="Reports" foot={`Showing ${writeOf(list.length, list.length, "report")}.`}>
            <thead>
              <Row>
                <HeadCell fixed>Report</HeadCell>
                <HeadCell>Published</HeadCell>
                <HeadCell num>Revisions</HeadCell>
                <HeadCell num>Open links</HeadCell>
                <HeadCell>Changed</HeadCell>
                <HeadCell>By</HeadCell>
              </Row>
            </thead>
            <tbody>
              {list.map((report) => (
                <Row key={report.id}>
                  <Cell fixed wrap>
                    <PageLink href={`/reports/${report.id}`}>{visibleName(report.title)}</PageLink>
                  </Cell>
                  <Cell>
                    {report.publishedAt === null ? (
                      "draft"
                    ) : (
                      <Time at={report.publishedAt} now={query.dataUpdatedAt} form="moment" />
                    )}
                  </Cell>
                  <Cell num>{writeCount(report.publications)}</Cell>
                  <Cell num>{writeCount(report.openLinks)}</Cell>
                  <Cell>
                    <Time at={report.updatedAt} now={query.dataUpdatedAt} form="moment" />
                  </Cell>
                  <Cell>{report.createdBy}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </QueryState>
      <DeletedReports />
    </BenchPage>
  );
}
