"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/select.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { EvaluationDetail } from "#server/contracts/evaluation.ts";
import { typeParts } from "#server/contracts/problem-type.ts";
import { countOf } from "#server/wording/counts.ts";
import { evaluationSearch, type EvaluationView } from "./evaluation-search.ts";
import { filterProblems } from "./filter-problems.ts";
import { ProblemTable } from "./problem-table.tsx";
import { readProblems } from "./read-problems.ts";

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
  const { evaluation, integers, labelSets } = detail;
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
                  label="Problem type"
                  value={view.type}
                  onChange={(type) => void setView({ type })}
                  options={options("every type", types)}
                  width={130}
                />
              ) : null}
              {levels.size > 1 ? (
                <Select
                  label="Level"
                  value={view.level}
                  onChange={(level) => void setView({ level })}
                  options={options("every level", levels)}
                  width={130}
                />
              ) : null}
              <Select
                label="Steps taken"
                value={view.steps}
                onChange={(steps) => void setView({ steps: steps as EvaluationView["steps"] })}
                options={Object.entries(STEPS).map(([value, label]) => ({ value, label }))}
                width={180}
              />
            </div>
            {rows.length === 0 ? (
              <Notice>No problem fits these filters; there are {found.rows.length} in all.</Notice>
            ) : (
              <ProblemTable
                evaluationId={evaluation.id}
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
