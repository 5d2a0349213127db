import { askedPart } from "#components/panels/panel-question.ts";
import { isOnOwnAxis } from "#server/wording/charts/axes.ts";
import type { ZoomRange } from "#server/plot/series.ts";
import type { BandMode, BandsAsked, BandsOf } from "#server/contracts/charts/bands.ts";
import type { Smoothing } from "#server/contracts/charts/smoothing.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";

const NOT_SMOOTHED: Smoothing = { kind: "none" };

interface BandsLook {
  axis: AxisName;
  zoom?: ZoomRange | null;
  smoothing?: Smoothing;
  sharedX?: "mean" | "last";
  mode?: BandMode;
}

/** What a chart of seeds asks for, looked at like this: the same from every page, so that the same answer is kept once. */
export function bandsQuestion(
  of: BandsOf,
  metric: string,
  { axis, zoom = null, smoothing = NOT_SMOOTHED, sharedX = "mean", mode = "mean-ci" }: BandsLook,
): BandsAsked & { xAxis: AxisName } {
  return {
    of,
    metric,
    ...askedPart(isOnOwnAxis(metric), { axis, zoom }),
    points: 200,
    smoothing,
    sharedX,
    statistics: mode === "mean-ci" ? "mean" : "all",
  };
}
