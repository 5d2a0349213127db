import type { WindowQuestion } from "#server/contracts/series.ts";
import type { SeriesWindow } from "#server/contracts/series-window.ts";
import { appendTail } from "./append-tail.ts";

type Ask = WindowQuestion & { buckets: number };
type Read = (more: Partial<WindowQuestion>) => Promise<SeriesWindow[]>;

/** New points of a bucketed window come in few buckets: it has enough. */
const TAIL_SHARE = 16;

/** A series whose asked stretch was passed gets no more points there. */
function isPassed(window: SeriesWindow, to: number): boolean {
  const { lastX } = window.held;
  return window.axis === window.ownAxis && lastX !== null && lastX >= to;
}

/**
 * Windows with what their runs got since: the points beyond them are asked for and appended. The same windows where nothing
 * changed; null where all have to be asked for again, as for a smoothing that looks ahead, whose end moves with every point.
 */
export async function catchUpWindows(
  windows: SeriesWindow[],
  runs: ReadonlySet<string> | "all",
  ask: Ask,
  read: Read,
): Promise<SeriesWindow[] | null> {
  const runIds = ask.runIds.filter((id) => runs === "all" || runs.has(id));
  if (runIds.length === 0) return windows;
  const known = windows.filter((window) => runIds.includes(window.runId));
  const { to } = ask;
  if (to !== null && to !== undefined) {
    const passed = runs !== "all" && known.length > 0 && known.every((window) => isPassed(window, to));
    return passed ? windows : null;
  }
  if (ask.smoothing?.kind === "gaussian") return null;
  const after = known.flatMap(({ attemptId, metric, held }) =>
    held.lastX === null ? [] : [{ attemptId, metric, x: held.lastX }],
  );
  const buckets = known.every(({ raw }) => raw)
    ? ask.buckets
    : Math.max(2, Math.ceil(ask.buckets / TAIL_SHARE));
  const tails = await read({ runIds, after, buckets });
  return appendTail(windows, tails, { runIds: ask.runIds, metrics: ask.metrics, buckets: ask.buckets });
}
