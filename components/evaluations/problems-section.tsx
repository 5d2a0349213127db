"use client";

import { useGo } from "#components/ui/use-go.ts";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import type { EvaluationDetail, ProblemRow } from "#server/contracts/evaluation.ts";
import { typeParts } from "#server/contracts/problem-type.ts";
import { countOf, writeOf } from "#server/wording/counts.ts";
import {
  episodeHref,
  evaluationHref,
  evaluationSearch,
  type EvaluationView,
  type ProblemSort,
} from "../search-params/evaluations.ts";
import { groupsHref } from "../rollouts/rollout-search.ts";
import { filterProblems } from "./filter-problems.ts";
import { readProblems } from "./read-problems.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { type VirtualColumn, VirtualTable } from "#components/ui/tables/virtual-table.tsx";
import { NOT_MEASURED } from "#server/wording/typography.ts";

interface ProblemTableProps {
  evaluationId: string;
  /** Programs were measured, and are read with the groups of their run at this step; null for repairs. */
  programs: { runId: string; step: number } | null;
  /** Nothing is known but which problems were solved. */
  answers: boolean;
  /** Labels that the episodes are opened with. */
  labelSetId: string | null;
  rows: ProblemRow[];
  total: number;
  view: EvaluationView;
}

const ROW_PX = 25;
const HEAD_PX = 44;
const MOST_PX = 620;

const yesNo = (value: boolean | null, yes: string, no: string) =>
  value === null ? <span className="muted">{NOT_MEASURED}</span> : value ? yes : no;

const INTEGER: VirtualColumn<ProblemRow> = {
  id: "integer",
  head: "Integer model",
  sub: "asked of HiGHS",
  width: 116,
  cell: (row) => yesNo(row.confirmed, "confirmed", "no solution"),
};

type Sort = NonNullable<VirtualColumn<ProblemRow>["sort"]>;

const passedColumn = (sort: Sort): VirtualColumn<ProblemRow> => ({
  id: "passed",
  head: "Cases passed",
  sub: "% of the hidden ones",
  width: 132,
  num: true,
  sort,
  cell: (row) => <Value value={row.passed} kind="share" />,
});

function repairColumns(
  rows: readonly ProblemRow[],
  sort: (by: ProblemSort) => Sort,
): VirtualColumn<ProblemRow>[] {
  return [
    { id: "steps", head: "Steps", width: 64, num: true, sort: sort("steps"), cell: (row) => row.steps },
    {
      id: "op",
      head: "OP",
      sub: "%",
      width: 72,
      num: true,
      sort: sort("op"),
      cell: (row) => <Value value={row.op} kind="share" />,
    },
    {
      id: "da",
      head: "DA",
      sub: "%",
      width: 72,
      num: true,
      sort: sort("da"),
      cell: (row) => <Value value={row.da} kind="share" />,
    },
    { id: "clean", head: "Clean", width: 84, cell: (row) => yesNo(row.clean, "clean", "not clean") },
    ...(rows.some((row) => row.confirmed !== null) ? [INTEGER] : []),
    {
      id: "episode",
      head: "Episode",
      cell: (row) => (row.episode ? "" : <span className="muted">steps not kept</span>),
    },
  ];
}

/** The page that a row opens: its episode, or its program; of a bare answer all that is known stands in the row. */
const opener =
  ({ evaluationId, labelSetId, programs }: ProblemTableProps) =>
  (row: ProblemRow): string =>
    programs
      ? groupsHref(programs.runId, { phase: "eval", step: programs.step, group: row.key, open: [0] })
      : episodeHref(evaluationId, row.hash, { set: labelSetId });

/** Columns that say nothing where nobody said what kind a problem is of. */
const KINDS = ["type", "level"];

/** The columns of an evaluation; links and sorting come from the view. */
function columnsOf(props: ProblemTableProps): VirtualColumn<ProblemRow>[] {
  const { evaluationId, programs, answers, rows, view } = props;
  const hrefOf = opener(props);
  const sort = (by: ProblemSort) => ({
    direction:
      view.sort !== by ? ("none" as const) : view.down ? ("descending" as const) : ("ascending" as const),
    href: evaluationHref(`/evaluations/${evaluationId}`, {
      ...view,
      sort: by,
      down: view.sort === by && !view.down,
    }),
  });
  const columns: VirtualColumn<ProblemRow>[] = [
    {
      id: "problem",
      head: "Problem",
      sub: programs ? "opens its program" : answers ? undefined : "opens its episode",
      width: 168,
      fixed: true,
      sort: sort("problem"),
      cell: (row) =>
        answers ? (
          <span className="mono" data-tip={row.key.length > 20 ? row.key : undefined}>
            {row.key}
          </span>
        ) : (
          <PageLink className="mono" href={hrefOf(row)} data-tip={row.key.length > 20 ? row.key : undefined}>
            {row.key}
          </PageLink>
        ),
    },
    {
      id: "type",
      head: programs ? "Family" : "Type",
      width: programs ? 168 : 76,
      sort: sort("type"),
      cell: (row) => row.type,
    },
    { id: "level", head: programs ? "Difficulty" : "Level", width: 76, cell: (row) => row.level },
    {
      id: "outcome",
      head: "Outcome",
      width: 92,
      cell: (row) => (row.solved ? "solved" : <span className="strong">unsolved</span>),
    },
    ...(programs ? [passedColumn(sort("passed"))] : answers ? [] : repairColumns(rows, sort)),
  ];
  return answers ? columns.filter(({ id }) => !KINDS.includes(id)) : columns;
}

/** The outcome on every problem; a row opens what is known of it. */
function ProblemTable(props: ProblemTableProps) {
  const { programs, answers, rows, total } = props;
  const router = useGo();
  return (
    <VirtualTable
      label="Problems"
      columns={columnsOf(props)}
      rows={rows}
      rowKey={(row) => row.hash}
      onOpen={answers ? undefined : (row) => router.push(opener(props)(row))}
      density="dense"
      height={Math.min(MOST_PX, HEAD_PX + rows.length * ROW_PX + 2)}
      foot={`Showing ${writeOf(rows.length, total, "problem")}.${answers ? "" : ` Enter opens the ${programs ? "program" : "episode"} of the row.`}`}
    />
  );
}

const OUTCOMES: Record<EvaluationView["outcome"], string> = {
  all: "All",
  solved: "Solved",
  unsolved: "Unsolved",
  refuted: "No integer solution",
};
const STEPS: Record<EvaluationView["steps"], string> = {
  all: "any number of steps",
  "1-5": "at most 5 steps",
  "6-10": "6 to 10 steps",
  "11+": "more than 10 steps",
};

const options = (all: string, values: Iterable<string>) => [
  { value: "", label: all },
  ...[...values].sort().map((value) => ({ value, label: value })),
];

/** Every problem of the evaluation, filtered and sorted by the address. */
export function ProblemsSection({ detail }: { detail: EvaluationDetail }) {
  const { evaluation, integers, labelSets, programs, answers } = detail;
  const [view, setView] = useQueryStates(evaluationSearch);
  const query = useQuery(useApi().evaluations.table.queryOptions({ id: evaluation.id }));
  const all = useMemo(() => (query.data ? readProblems(query.data) : undefined), [query.data]);
  const rows = useMemo(() => filterProblems(all ?? [], view), [all, view]);
  const types = useMemo(() => new Set(all?.flatMap((row) => typeParts(row.type))), [all]);
  const levels = useMemo(() => new Set(all?.map((row) => row.level)), [all]);
  const outcomes = (Object.keys(OUTCOMES) as EvaluationView["outcome"][]).filter(
    (outcome) => outcome !== "refuted" || integers.refuted > 0 || view.outcome === "refuted",
  );
  return (
    <Section
      title="Problems"
      note={`outcome on each of ${countOf(evaluation.n, "problem")} of ${evaluation.population.name}`}
    >
      <QueryState query={query} what="the problems" height={400}>
        {(found) => (
          <>
            <div className="toolbar">
              <Segmented
                label="Outcome"
                value={view.outcome}
                options={outcomes.map((value) => ({ value, label: OUTCOMES[value] }))}
                onChange={(outcome) => void setView({ outcome })}
              />
              {types.size > 1 ? (
                <Select
                  label={programs ? "Family" : "Problem type"}
                  value={view.type}
                  onChange={(type) => void setView({ type })}
                  options={options(programs ? "every family" : "every type", types)}
                  width={130}
                />
              ) : null}
              {levels.size > 1 ? (
                <Select
                  label={programs ? "Difficulty" : "Level"}
                  value={view.level}
                  onChange={(level) => void setView({ level })}
                  options={options(programs ? "every difficulty" : "every level", levels)}
                  width={130}
                />
              ) : null}
              {programs || answers ? null : (
                <Select
                  label="Steps taken"
                  value={view.steps}
                  onChange={(steps) => void setView({ steps: steps as EvaluationView["steps"] })}
                  options={Object.entries(STEPS).map(([value, label]) => ({ value, label }))}
                  width={180}
                />
              )}
            </div>
            {rows.length === 0 ? (
              <Notice>No problem fits these filters; there are {found.rows.length} in all.</Notice>
            ) : (
              <ProblemTable
                evaluationId={evaluation.id}
                programs={programs ? { runId: evaluation.run.id, step: evaluation.trainStep } : null}
                answers={answers}
                labelSetId={labelSets[0]?.id ?? null}
                rows={rows}
                total={found.rows.length}
                view={view}
              />
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
}
