import { DEFAULT_BUCKETS } from "#server/contracts/charts/series-window.ts";
import type { WindowQuestion } from "#server/contracts/charts/series.ts";
import { isOnOwnAxis } from "#server/wording/charts/axes.ts";
import type { PanelLook } from "./panel-look.ts";

/** Lines of a chart share this many; each keeps enough for every spike to have a place of its own. */
const SHARED = 20_000;
const LEAST = 160;

/** Buckets for each of so many lines of one chart. */
export function bucketsFor(lines: number): number {
  return Math.max(LEAST, Math.min(DEFAULT_BUCKETS, Math.floor(SHARED / Math.max(1, lines))));
}

/** What of its look a panel asks for. */
export type QuestionLook = Pick<PanelLook, "axis" | "zoom" | "smoothing" | "overlap" | "sharedX">;

/** What part of x is asked for: a metric that stands on an axis of its own knows nothing of the page's, nor of its zoom. */
export const askedPart = (isOwn: boolean, { axis, zoom }: Pick<PanelLook, "axis" | "zoom">) => ({
  xAxis: isOwn ? "step" : axis,
  from: isOwn ? null : (zoom?.[0] ?? null),
  to: isOwn ? null : (zoom?.[1] ?? null),
});

/** What a panel of these runs and metrics asks for, looked at like this. The same on the server and in the browser. */
export function panelQuestion(
  runIds: string[],
  metrics: string[],
  { axis, zoom, smoothing, overlap = "latest", sharedX = "mean" }: QuestionLook,
): WindowQuestion {
  return {
    runIds,
    metrics,
    ...askedPart(metrics.every(isOnOwnAxis), { axis, zoom }),
    buckets: bucketsFor(runIds.length * metrics.length),
    smoothing,
    overlap,
    sharedX,
    columns: "drawn",
  };
}
