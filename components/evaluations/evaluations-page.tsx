"use client";

import { Tag } from "#components/ui/controls/chip.tsx";
import { useGo } from "#components/ui/use-go.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { PageHead } from "#components/layout/page-head.tsx";
import { QueryState } from "#components/layout/query-state.tsx";
import { BenchPage } from "#components/shell/bench-page.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { CONNECT_WAY } from "#components/ui/connect-way.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { type VirtualColumn, VirtualTable } from "#components/ui/tables/virtual-table.tsx";
import type { EvaluationList, EvaluationListRow } from "#server/contracts/evaluation.ts";
import type { LeadShare } from "#server/contracts/rollouts/stage-of-run.ts";
import { topics } from "#server/contracts/live.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { areMixed, LeadCell, leadHead, leadMethod } from "./lead-share.tsx";
import { evaluationListInput, evaluationListSearch, LIST_SIZE } from "../search-params/evaluations.ts";

const ROW_PX = 29;
const HEAD_PX = 44;
const MOST_PX = 640;

const columns = (now: number, leads: readonly LeadShare[]): VirtualColumn<EvaluationListRow>[] => [
  {
    id: "run",
    head: "Run",
    width: 190,
    fixed: true,
    cell: (row) => <RowName href={`/evaluations/${row.id}`}>{row.run.name}</RowName>,
  },
  // What was measured comes first: a phone shows two columns.
  {
    id: "lead",
    head: leadHead(leads),
    sub: "% [95 %]",
    width: 150,
    num: true,
    cell: (row) => <LeadCell lead={row.lead} named={areMixed(leads)} />,
  },
  {
    id: "step",
    head: "Train step",
    width: 92,
    num: true,
    cell: (row) => (row.stepOf === null ? NOT_MEASURED : writeWhole(row.trainStep)),
  },
  { id: "n", head: "n", sub: "problems", width: 72, num: true, cell: (row) => writeCount(row.n) },
  {
    id: "episodes",
    head: "Episodes",
    sub: "with steps",
    width: 84,
    num: true,
    cell: (row) => writeCount(row.episodes),
  },
  {
    id: "population",
    head: "Population",
    width: 200,
    cell: ({ population, policies }) => (
      <>
        {population.name}{" "}
        {policies.length > 1 ? <Tag>{countOf(policies.length, "policy", "policies")}</Tag> : null}
      </>
    ),
  },
  { id: "at", head: "Measured", width: 120, cell: (row) => <Time at={row.at} now={now} form="moment" /> },
  {
    id: "experiment",
    head: "Experiment",
    cell: (row) => <span className="muted">{row.experiment.title}</span>,
  },
];

const leadsOf = ({ rows }: EvaluationList) => rows.map(({ lead }) => lead);

/** Ways to the first evaluation; where only final ones are asked for, there may be others already. */
function NoEvaluations({ onAll }: { onAll: (() => void) | undefined }) {
  return (
    <EmptyState
      ways={[
        {
          title: "Train a policy",
          text: "Every training measures its policy on held-out problems before, during and after.",
          action: (
            <LinkButton href="/launch" kind="primary">
              Launch a training
            </LinkButton>
          ),
        },
        CONNECT_WAY,
        ...(onAll
          ? [
              {
                title: "Those made during training",
                text: "No final evaluation yet: it is made when a training ends.",
                action: <Button onClick={onAll}>Show them, too</Button>,
              },
            ]
          : []),
      ]}
    />
  );
}

/** Every evaluation there is, newest first. */
export function EvaluationsPage() {
  const router = useGo();
  const [search, setSearch] = useQueryStates(evaluationListSearch);
  const query = useQuery(
    useApi().evaluations.list.queryOptions(evaluationListInput(search), {
      meta: liveOn([topics.runs], 2000),
      placeholderData: keepPreviousData,
    }),
  );
  const pages = Math.ceil((query.data?.total ?? 0) / LIST_SIZE);
  return (
    <BenchPage crumbs={[{ label: "Evaluations" }]} dataAt={query.dataUpdatedAt}>
      <PageHead
        title="Evaluations"
        summary="Policies measured on sets of problems; each keeps the outcome on every problem."
      />
      <div className="toolbar">
        <Checkbox checked={search.final} onChange={(final) => void setSearch({ final, page: 0 })}>
          Only final ones
        </Checkbox>
      </div>
      <QueryState
        query={query}
        what="the evaluations"
        height={320}
        empty={
          <NoEvaluations onAll={search.final ? () => void setSearch({ final: false, page: 0 }) : undefined} />
        }
        isEmpty={(list) => list.total === 0}
      >
        {(list) => (
          <>
            <VirtualTable
              label="Evaluations"
              columns={columns(query.dataUpdatedAt, leadsOf(list))}
              rows={list.rows}
              rowKey={(row) => row.id}
              onOpen={(row) => router.push(`/evaluations/${row.id}`)}
              height={Math.min(MOST_PX, HEAD_PX + list.rows.length * ROW_PX + 2)}
              foot={`Showing ${writeOf(list.rows.length, list.total, "evaluation")}. ${leadMethod(leadsOf(list))}`}
            />
            <Pager page={search.page} pages={pages} onPage={(page) => void setSearch({ page })} />
          </>
        )}
      </QueryState>
    </BenchPage>
  );
}
