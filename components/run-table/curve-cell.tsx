import { memo } from "react";
import { Sparkline, SparkLines } from "#components/charts/sparkline.tsx";
import { metricInfo } from "#server/contracts/metrics.ts";
import { CURVE_SCALE } from "#server/contracts/run-table-columns.ts";
import type { GroupCurve, RunCurve } from "#server/contracts/charts/small-curves.ts";
import type { TableRun } from "#server/contracts/run-table.ts";
import { isLive } from "#server/contracts/run-lifecycle.ts";
import { countOf } from "#server/wording/counts.ts";
import { kindOfUnit, writeValue } from "#server/wording/quantities.ts";

const WIDTH = 66;
const HEIGHT = 18;
const SCALE: [number, number] = [0, CURVE_SCALE];

type OfRun = Pick<TableRun, "name" | "state" | "step" | "plannedSteps" | "colour">;

/** What the curve is of, and between which values. */
export function curveWords({ metric, low, high }: Omit<RunCurve, "values">): string {
  const { title, unit } = metricInfo(metric);
  const [from, to] = [low, high].map((value) => writeValue(value, kindOfUnit(unit)));
  return `${title} along training, ${from} to ${to}`;
}

/** How far along its plan a live or broken run is; one that nobody planned is as long as the cell. */
const reached = ({ step, plannedSteps }: OfRun): number =>
  plannedSteps > 0 && step !== null ? Math.min(1, step / plannedSteps) : 1;

/** The small curve of a run in its colour. Rows are drawn anew at each turn of the wheel, and this one is not. */
export const CurveCell = memo(function CurveCell({
  curve,
  label,
  live,
  colour,
  progress,
}: {
  curve: RunCurve;
  label: string;
  live: boolean;
  colour: TableRun["colour"];
  progress: number;
}) {
  return (
    <Sparkline
      values={curve.values}
      domain={SCALE}
      label={label}
      live={live}
      colour={colour}
      progress={progress}
      width={WIDTH}
      height={HEIGHT}
    />
  );
});

/** What the curves of a group are of; they are not put together. */
export const groupCurveWords = (curve: GroupCurve): string =>
  `${curveWords(curve)}; ${countOf(curve.lines.length, "run")} on one scale`;

/** The curves of a group's runs over each other. */
export const GroupCurveCell = memo(function GroupCurveCell({
  curve,
  title,
}: {
  curve: GroupCurve;
  title: string;
}) {
  return (
    <SparkLines
      lines={curve.lines}
      domain={SCALE}
      label={`${title}: ${groupCurveWords(curve)}`}
      colour={curve.colour}
      width={WIDTH}
      height={HEIGHT}
    />
  );
});

/** The curve of a run, where it has one. */
export function curveOf(run: OfRun, curve: RunCurve | undefined) {
  if (!curve) return null;
  return (
    <CurveCell
      curve={curve}
      label={`${run.name}: ${curveWords(curve)}`}
      live={isLive(run.state)}
      colour={run.colour}
      progress={reached(run)}
    />
  );
}
