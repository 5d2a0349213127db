"use client";

import { useRouter } from "next/navigation";
import { PageLink } from "#components/ui/page-link.tsx";
import { Value } from "#components/ui/value.tsx";
import { VirtualTable, type VirtualColumn } from "#components/ui/virtual-table.tsx";
import type { ProblemRow } from "#server/contracts/evaluation.ts";
import { writeOf } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { episodeHref, evaluationHref, type EvaluationView, type ProblemSort } from "./evaluation-search.ts";

interface ProblemTableProps {
  evaluationId: string;
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

/** Columns that every evaluation has; links and sorting come from the view. */
function columnsOf({ evaluationId, labelSetId, rows, view }: ProblemTableProps): VirtualColumn<ProblemRow>[] {
  const hrefOf = (row: ProblemRow) => episodeHref(evaluationId, row.hash, { set: labelSetId });
  const sort = (by: ProblemSort) => ({
    direction:
      view.sort !== by ? ("none" as const) : view.down ? ("descending" as const) : ("ascending" as const),
    href: evaluationHref(`/evaluations/${evaluationId}`, {
      ...view,
      sort: by,
      down: view.sort === by && !view.down,
    }),
  });
  return [
    {
      id: "problem",
      head: "Problem",
      sub: "opens its episode",
      width: 168,
      fixed: true,
      sort: sort("problem"),
      cell: (row) => (
        <PageLink className="mono" href={hrefOf(row)} data-tip={row.key.length > 20 ? row.key : undefined}>
          {row.key}
        </PageLink>
      ),
    },
    { id: "type", head: "Type", width: 76, sort: sort("type"), cell: (row) => row.type },
    { id: "level", head: "Level", width: 76, cell: (row) => row.level },
    {
      id: "outcome",
      head: "Outcome",
      width: 92,
      cell: (row) => (row.solved ? "solved" : <span className="strong">unsolved</span>),
    },
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

/** The outcome on every problem; a row opens its episode. */
export function ProblemTable(props: ProblemTableProps) {
  const { evaluationId, labelSetId, rows, total } = props;
  const router = useRouter();
  return (
    <VirtualTable
      label="Problems"
      columns={columnsOf(props)}
      rows={rows}
      rowKey={(row) => row.hash}
      onOpen={(row) => router.push(episodeHref(evaluationId, row.hash, { set: labelSetId }))}
      density="dense"
      height={Math.min(MOST_PX, HEAD_PX + rows.length * ROW_PX + 2)}
      foot={`Showing ${writeOf(rows.length, total, "problem")}. Enter opens the episode of the row.`}
    />
  );
}
