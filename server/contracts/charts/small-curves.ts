import type { TableRun } from "../run-table.ts";

/** A curve as small as a cell: of each stretch the lowest and the highest value, so that a spike is not averaged away. */
export interface RunCurve extends Record<"low" | "high", number> {
  metric: string;
  /** 0 to `CURVE_SCALE` between its lowest and highest finite value, in order; null where no point is finite. */
  values: (number | null)[];
}

/** The curves of runs of one configuration on one scale, a line each: nothing is averaged. */
export interface GroupCurve extends Record<"low" | "high", number> {
  metric: string;
  colour: TableRun["colour"];
  /** `values` as in `RunCurve`, on the scale of all; `reach` is the last x of a line as a share of the last x of all. */
  lines: { values: (number | null)[]; reach: number }[];
}

/** By run, and by key of a group; what has no finite point has none, and neither has a group of several configurations. */
export interface RunCurves {
  curves: Record<string, RunCurve>;
  groups: Record<string, GroupCurve>;
}
