import { DEFAULT_BUCKETS } from "#server/contracts/series-window.ts";
import type { WindowQuestion } from "#server/contracts/series.ts";
import { isOnOwnAxis } from "#server/wording/axis-names.ts";
import type { PanelLook } from "./panel-look.ts";

/** Lines of a chart share this many; each keeps enough for every spike to have a place of its own. */
const SHARED = 20_000;
const LEAST = 160;

/** Buckets for each of so many lines of one chart. */
export function bucketsFor(lines: number): number {
  return Math.max(LEAST, Math.min(DEFAULT_BUCKETS, Math.floor(SHARED / Math.max(1, lines))));
}

/** What of its look a panel asks for. */
export type QuestionLook = Pick<PanelLook, "axis" | "zoom" | "smoothing" | "overlap">;

/** What a panel of these runs and metrics asks for, looked at like this. The same on the server and in the browser. */
export function panelQuestion(
  runIds: string[],
  metrics: string[],
  { axis, zoom, smoothing, overlap = "latest" }: QuestionLook,
): WindowQuestion {
  const own = metrics.every(isOnOwnAxis);
  return {
    runIds,
    metrics,
    xAxis: own ? "step" : axis,
    from: own ? null : (zoom?.[0] ?? null),
    to: own ? null : (zoom?.[1] ?? null),
    buckets: bucketsFor(runIds.length * metrics.length),
    smoothing,
    overlap,
    columns: "drawn",
  };
}
