import { RateCell } from "#components/ui/rate-cell.tsx";
import { Value } from "#components/ui/value.tsx";
import type {
  GroupCell,
  GroupValues,
  MetricCell,
  NonFiniteWord,
  ParamCell,
  TableCell,
} from "#server/contracts/run-table.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { parseColumnId, type MetricColumn } from "#server/contracts/run-table-columns.ts";
import { REDUCER_WORDS } from "./run-table-column-words.ts";

const toNumber = (value: number | NonFiniteWord | null): number | null =>
  typeof value === "string" ? Number(value) : value;

/** Counts and x are whole where they can be; a share is written in per cent. */
function kindOf({ metric, reducer }: MetricColumn, value: number | null) {
  if (["n", "at", "best_at"].includes(reducer)) return Number.isInteger(value) ? "count" : "number";
  return metricInfo(metric).unit === "share" ? "share" : "number";
}

function ofMetric(column: MetricColumn, cell: MetricCell) {
  const value = toNumber(cell.value);
  if (cell.share && value !== null && Number.isFinite(value))
    return <RateCell count={cell.share.hits} n={cell.share.n} interval={cell.share} />;
  return <Value value={value} kind={kindOf(column, value)} n={100} />;
}

function ofGroup(column: MetricColumn, cell: GroupCell) {
  if (cell.refused) return <span className="muted">{cell.refused}</span>;
  const { mean, low, high, n, of } = cell;
  return (
    <Value
      value={mean}
      kind={kindOf(column, mean)}
      n={100}
      interval={low === null || high === null ? null : { low, high }}
      nText={mean !== null && (low === null || n < of) ? `n ${n}` : undefined}
    />
  );
}

function ofValues({ values, only }: GroupValues) {
  return values === 1 ? String(only) : <span className="muted">{values} values</span>;
}

const ofParam = ({ value }: ParamCell) => String(value);

/** What stands in a column of a metric or a parameter; nothing while it is being fetched. */
export function RunTableCell({ column: id, cell }: { column: string; cell: TableCell | undefined }) {
  const column = parseColumnId(id);
  if (cell === undefined) return null;
  if (cell === null) return <Value value={null} />;
  if (cell.kind === "param") return ofParam(cell);
  if (cell.kind === "values") return ofValues(cell);
  if (column?.kind !== "metric") return null;
  return cell.kind === "group" ? ofGroup(column, cell) : ofMetric(column, cell);
}

const points = (n: number) => `${n} ${n === 1 ? "point" : "points"}`;

/** What stands behind the number of a cell: how many points or runs, and where it was measured. */
export function cellTip(id: string, cell: TableCell | undefined): string | undefined {
  const column = parseColumnId(id);
  if (!cell || column?.kind !== "metric") return undefined;
  if (cell.kind === "group") return `${cell.method}; ${cell.n} of ${cell.of} runs have a finite value`;
  if (cell.kind !== "metric") return undefined;
  const where =
    cell.x === null || column.reducer === "at" || column.reducer === "best_at"
      ? ""
      : ` at ${column.axis} ${cell.x}`;
  const bad = cell.nonFinite === 0 ? "" : `, ${cell.nonFinite} of them not finite`;
  const problems = cell.share ? `; ${cell.share.hits} of ${cell.share.n} problems, Wilson interval` : "";
  return `${REDUCER_WORDS[column.reducer]} of ${points(cell.n)}${bad}${where}${problems}`;
}
