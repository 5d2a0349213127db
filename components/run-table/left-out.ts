import type { GroupCell, MetricCell } from "#server/contracts/run-table.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { OF_FINITE_POINTS, type MetricColumn } from "#server/contracts/run-table-columns.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { REDUCER_WORDS } from "./column-words.ts";

/** What a value passes over: an extreme or a mean is one of finite values only. */
export interface LeftOut {
  /** One of these points, as it stands in a cell where it is the value: "inf". The tooltip counts them all. */
  mark: string;
  /** "3 points are inf", or "1 run has NaN" in a group: one for each kind. */
  words: string[];
}

type Kind = "posInf" | "negInf" | "nan";

const NUMBERS: Record<Kind, number> = { posInf: Infinity, negInf: -Infinity, nan: Number.NaN };

/** Which points would be the value, or make it one that is not finite, if they counted. */
function kindsOf({ metric, reducer }: MetricColumn, hasValue: boolean): readonly Kind[] {
  if (!OF_FINITE_POINTS.has(reducer)) return [];
  if (reducer === "mean" || !hasValue) return ["posInf", "negInf", "nan"];
  const goesUp = reducer === "max" || (reducer !== "min" && metricInfo(metric).better === "higher");
  return [goesUp ? "posInf" : "negInf", "nan"];
}

const valueOf = (cell: MetricCell | GroupCell) => (cell.kind === "group" ? cell.mean : cell.value);

/**
 * What the value of a cell leaves out, or null where that is nothing. A best without a direction to go by says nothing, so it
 * leaves nothing out.
 */
export function leftOut(column: MetricColumn, cell: MetricCell | GroupCell): LeftOut | null {
  const { nonFinite } = cell;
  const needsDirection = column.reducer === "best" || column.reducer === "best_at";
  if (!nonFinite || (needsDirection && metricInfo(column.metric).better === null)) return null;
  const kinds = kindsOf(column, valueOf(cell) !== null).filter((kind) => nonFinite[kind] > 0);
  if (kinds.length === 0) return null;
  return {
    mark: writeNumber(NUMBERS[kinds[0]]),
    words: kinds.map((kind) => {
      const n = nonFinite[kind];
      const [one, several] = cell.kind === "group" ? ["run has", "runs have"] : ["point is", "points are"];
      return `${countOf(n, one, several)} ${writeNumber(NUMBERS[kind])}`;
    }),
  };
}

/** What a value is of that passes points over: "highest finite value of 40 points; 3 points are inf". */
export function finiteWords(
  { reducer }: MetricColumn,
  cell: MetricCell | GroupCell,
  { words }: LeftOut,
  of = "",
): string {
  const what =
    valueOf(cell) === null
      ? "no finite value"
      : reducer === "mean"
        ? "mean of the finite values"
        : reducer === "best_at"
          ? "x of the best finite value"
          : `${REDUCER_WORDS[reducer]} finite value`;
  return [`${what}${of}`, ...words].join("; ");
}
