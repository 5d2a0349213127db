"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/layout/query-state.tsx";
import { useApi } from "#components/trpc/api.ts";
import { Notice } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { type VirtualColumn, VirtualTable } from "#components/ui/tables/virtual-table.tsx";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import type { Comparison, DifferingProblem, ProblemFilter } from "#server/contracts/compare/compare.ts";
import { writeOf } from "#server/wording/counts.ts";
import type { CompareView } from "../search-params/compare.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";

interface DifferingColumns {
  /** Names of the two sides. */
  a: string;
  b: string;
  k: number;
  programs: boolean;
  atOnce: boolean;
  onOpen: (row: DifferingProblem) => void;
}

function Result({ row, k }: { row: DifferingProblem; k: number }) {
  const [a, b] = [row.solvedA && row.stepsA <= k, row.solvedB && row.stepsB <= k];
  if (a === b) return <span className="muted">{row.stepsB < row.stepsA ? "fewer steps" : "more steps"}</span>;
  return b ? <span className="better">fixed</span> : <span className="worse">broken</span>;
}

const stepsText = (solved: boolean, steps: number) => (solved ? String(steps) : "not solved");
const solvedText = (solved: boolean) => (solved ? "solved" : "not solved");

/** Columns of the list of problems that two evaluations ended differently. */
function differingColumns(of: DifferingColumns): VirtualColumn<DifferingProblem>[] {
  const { a, b, k, programs, atOnce, onOpen } = of;
  const key: VirtualColumn<DifferingProblem>[] = [
    {
      id: "key",
      head: "Problem",
      fixed: true,
      width: 170,
      // Of a bare answer all that is known stands in its row.
      cell: (row) =>
        atOnce && !programs ? (
          <span className="mono">{row.key}</span>
        ) : (
          <QuietButton className="mono" onClick={() => onOpen(row)}>
            {row.key}
          </QuietButton>
        ),
    },
  ];
  const result: VirtualColumn<DifferingProblem> = {
    id: "result",
    head: "Result",
    cell: (row) => <Result row={row} k={k} />,
  };
  const kinds: VirtualColumn<DifferingProblem>[] = [
    { id: "type", head: "Family", width: 150, cell: (row) => row.type },
    { id: "level", head: "Difficulty", width: 90, cell: (row) => row.level },
  ];
  if (atOnce)
    return [
      ...key,
      ...(programs ? kinds : []),
      { id: "a", head: a, width: 150, num: true, cell: (row) => solvedText(row.solvedA) },
      { id: "b", head: b, width: 150, num: true, cell: (row) => solvedText(row.solvedB) },
      result,
    ];
  return [
    ...key,
    { id: "type", head: "Type", width: 60, cell: (row) => row.type },
    { id: "level", head: "Level", width: 90, cell: (row) => row.level },
    { id: "rows", head: "Rows", width: 60, num: true, cell: (row) => row.rows },
    { id: "a", head: a, sub: "steps", width: 150, num: true, cell: (r) => stepsText(r.solvedA, r.stepsA) },
    { id: "b", head: b, sub: "steps", width: 150, num: true, cell: (r) => stepsText(r.solvedB, r.stepsB) },
    result,
  ];
}

interface DifferingListProps {
  comparison: Comparison;
  view: CompareView;
  onView: (view: Partial<CompareView>) => void;
}

const AT_ONCE_WORDS = { flipped: "fixed or broken", gained: "fixed", lost: "broken" };
const filterWords = (k: number): Record<ProblemFilter, string> => ({
  flipped: `fixed or broken at k = ${k}`,
  gained: `fixed at k = ${k}`,
  lost: `broken at k = ${k}`,
  steps: "any other result or number of steps",
});

const ROW = 25;
const MOST_HEIGHT = 420;

/** The problems that two evaluations ended differently; opening one puts both episodes side by side. */
export function DifferingList({ comparison, view, onView }: DifferingListProps) {
  const { sides, pairs, k, programs, atOnce } = comparison;
  const side = pairs[view.side] ? view.side : pairs.findIndex((pair) => pair !== null);
  const [a, b] = [sides[0], sides[side]];
  const list = useQuery(
    useApi().compare.problems.queryOptions(
      { a: a.evaluationId, b: b.evaluationId, k, filter: view.filter, search: view.q },
      { placeholderData: keepPreviousData },
    ),
  );
  const words: Partial<Record<ProblemFilter, string>> = atOnce ? AT_ONCE_WORDS : filterWords(k);
  const open = (row: DifferingProblem) => onView({ problem: row.hash });
  const columns = differingColumns({ a: a.name, b: b.name, k, programs, atOnce, onOpen: open });
  return (
    <Section
      title="Problems that differ"
      note={`${b.name} against ${a.name}${atOnce ? "" : "; open one to see both episodes"}`}
      end={
        <>
          {sides.length > 2 ? (
            <Select
              label="Side whose problems are listed"
              value={String(side)}
              onChange={(value) => onView({ side: Number(value), problem: null })}
              options={sides.flatMap((one, i) => (pairs[i] ? [{ value: String(i), label: one.name }] : []))}
              width={190}
            />
          ) : null}
          <Select
            label="Which problems"
            value={view.filter}
            onChange={(value) => onView({ filter: value as ProblemFilter })}
            options={(Object.keys(words) as ProblemFilter[]).map((value) => ({
              value,
              label: words[value] ?? value,
            }))}
            width={240}
          />
          <TextInput
            label="Search the problems"
            value={view.q}
            onChange={(q) => onView({ q })}
            placeholder="problem"
            maxLength={ASK_LIMITS.search}
            width={150}
          />
        </>
      }
    >
      <QueryState query={list} what="the problems" height={160}>
        {(found) =>
          found.rows.length === 0 ? (
            <Notice>
              {view.q === "" ? `No problem is ${words[view.filter]}.` : `No such problem fits “${view.q}”.`}
            </Notice>
          ) : (
            <VirtualTable
              label="Problems that differ"
              density="dense"
              columns={columns}
              rows={found.rows}
              rowKey={(row) => row.hash}
              isSelected={(row) => row.hash === view.problem}
              onOpen={atOnce && !programs ? undefined : open}
              height={Math.min(MOST_HEIGHT, 48 + ROW * found.rows.length)}
              foot={`${writeOf(found.rows.length, found.total)} shown, by type, level and name.`}
            />
          )
        }
      </QueryState>
    </Section>
  );
}
