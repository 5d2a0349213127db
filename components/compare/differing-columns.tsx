import { QuietButton } from "#components/ui/controls/button.tsx";
import type { VirtualColumn } from "#components/ui/tables/virtual-table.tsx";
import type { DifferingProblem } from "#server/contracts/compare.ts";

interface DifferingColumns {
  /** Names of the two sides. */
  a: string;
  b: string;
  k: number;
  onOpen: (row: DifferingProblem) => void;
}

function Result({ row, k }: { row: DifferingProblem; k: number }) {
  const [a, b] = [row.solvedA && row.stepsA <= k, row.solvedB && row.stepsB <= k];
  if (a === b) return <span className="muted">{row.stepsB < row.stepsA ? "fewer steps" : "more steps"}</span>;
  return b ? <span className="better">fixed</span> : <span className="worse">broken</span>;
}

const stepsText = (solved: boolean, steps: number) => (solved ? String(steps) : "not solved");

/** Columns of the list of problems that two evaluations ended differently. */
export function differingColumns({ a, b, k, onOpen }: DifferingColumns): VirtualColumn<DifferingProblem>[] {
  return [
    {
      id: "key",
      head: "Problem",
      fixed: true,
      width: 170,
      cell: (row) => (
        <QuietButton className="mono" onClick={() => onOpen(row)}>
          {row.key}
        </QuietButton>
      ),
    },
    { id: "type", head: "Type", width: 60, cell: (row) => row.type },
    { id: "level", head: "Level", width: 90, cell: (row) => row.level },
    { id: "rows", head: "Rows", width: 60, num: true, cell: (row) => row.rows },
    { id: "a", head: a, sub: "steps", width: 150, num: true, cell: (r) => stepsText(r.solvedA, r.stepsA) },
    { id: "b", head: b, sub: "steps", width: 150, num: true, cell: (r) => stepsText(r.solvedB, r.stepsB) },
    { id: "result", head: "Result", cell: (row) => <Result row={row} k={k} /> },
  ];
}
