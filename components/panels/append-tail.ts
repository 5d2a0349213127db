import type { SeriesHeld, SeriesWindow, WindowColumns } from "#server/contracts/charts/series-window.ts";
import type { WindowQuestion } from "#server/contracts/charts/series.ts";

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

/** What the windows were asked for, as far as a tail must know it. */
export interface TailQuestion {
  runIds: readonly string[];
  metrics: readonly string[];
  buckets: number;
}

/** A window with a quarter more buckets than asked for is fetched whole again. */
const GROWTH = 1.25;
/** Means of the same points, added up in another order, differ by less. */
const ROUNDING = 1e-9;

const keyOf = ({ attemptId, metric }: SeriesWindow): string => `${attemptId} ${metric}`;
const sum = (counts: Uint32Array): number => counts.reduce((a, b) => a + b, 0);

function finiteOf({ n, nan, posInf, negInf }: SeriesHeld): number {
  return n - nan - posInf - negInf;
}

/** Sum of the finite values of a window, and the largest of them, which says how exact the sum is. */
function sumOf({ mean, n, nan, posInf, negInf, min, max }: SeriesWindow): { total: number; largest: number } {
  let [total, largest] = [0, 0];
  for (let i = 0; i < mean.length; i++) {
    const finite = n[i] - nan[i] - posInf[i] - negInf[i];
    if (finite === 0) continue;
    total += mean[i] * finite;
    largest = Math.max(largest, Math.abs(min[i]), Math.abs(max[i]));
  }
  return { total, largest };
}

/**
 * Whether what the series holds now is what it held then and the tail: nothing was added before the tail, nothing there got
 * another value.
 */
function continues(then: SeriesHeld, tail: SeriesWindow): boolean {
  const now = tail.held;
  if (then.n + tail.total !== now.n || then.nan + sum(tail.nan) !== now.nan) return false;
  if (then.posInf + sum(tail.posInf) !== now.posInf || then.negInf + sum(tail.negInf) !== now.negInf)
    return false;
  const finite = finiteOf(now);
  if (finite === 0) return true;
  const { total, largest } = sumOf(tail);
  const before = then.mean ?? 0;
  const expected = (before * finiteOf(then) + total) / finite;
  return (
    Math.abs((now.mean ?? 0) - expected) <= ROUNDING * Math.max(largest, Math.abs(before), Number.MIN_VALUE)
  );
}

function joined<T extends Float64Array | Uint32Array>(before: T, after: T): T {
  const both = new (before.constructor as new (length: number) => T)(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both;
}

/** The rows of both, one after the other. Columns that are one object stay one. */
function stacked(before: SeriesWindow, after: SeriesWindow): WindowColumns {
  const made = new Map<Float64Array | Uint32Array, Float64Array | Uint32Array>();
  const both = <T extends Float64Array | Uint32Array>(a: T, b: T): T => {
    const known = made.get(a) ?? joined(a, b);
    made.set(a, known);
    return known as T;
  };
  const maybe = (a: Float64Array | null, b: Float64Array | null) => (a && b ? both(a, b) : null);
  return {
    x0: both(before.x0, after.x0),
    x1: both(before.x1, after.x1),
    first: both(before.first, after.first),
    last: both(before.last, after.last),
    min: both(before.min, after.min),
    max: both(before.max, after.max),
    mean: both(before.mean, after.mean),
    n: both(before.n, after.n),
    nan: both(before.nan, after.nan),
    posInf: both(before.posInf, after.posInf),
    negInf: both(before.negInf, after.negInf),
    smoothed: maybe(before.smoothed, after.smoothed),
    at0: maybe(before.at0, after.at0),
    at1: maybe(before.at1, after.at1),
  };
}

function appendOne(window: SeriesWindow, tail: SeriesWindow, buckets: number): SeriesWindow | null {
  if (tail.axis !== window.axis || tail.ownAxis !== window.ownAxis || tail.hidden !== window.hidden)
    return null;
  // Points without a place may have got one since.
  if (window.unplaced + tail.unplaced > 0) return null;
  if (!continues(window.held, tail)) return null;
  // Its noise calls for another smoothing than before.
  if ((window.smoothed === null) !== (tail.smoothed === null)) return null;
  const { length } = window.x1;
  if (tail.x0.length === 0) return window;
  if (length > 0 && tail.x0[0] < window.x1[length - 1]) return null;
  if (window.raw && !tail.raw) return null;
  if (Boolean(window.ofLogger) !== Boolean(tail.ofLogger)) return null;
  if (Boolean(window.interpolated) !== Boolean(tail.interpolated)) return null;
  if (Boolean(window.coarselySmoothed) !== Boolean(tail.coarselySmoothed)) return null;
  const rows = length + tail.x0.length;
  if (rows > (window.raw ? buckets : GROWTH * buckets)) return null;
  return { ...window, ...stacked(window, tail), total: window.total + tail.total, held: tail.held };
}

/**
 * Windows with what was answered for the points beyond them: the same as if all had been asked for again where they are raw;
 * where they are bucketed, new points follow as buckets of their own. Windows that did not change stay the same objects; a
 * series that was not there before joins them. Null where only asking for everything again gives what there is: an attempt took
 * over, points came in between or were replaced, or the windows have grown too much.
 */
export function appendTail(
  windows: readonly SeriesWindow[],
  tails: readonly SeriesWindow[],
  { runIds, metrics, buckets }: TailQuestion,
): SeriesWindow[] | null {
  const known = new Map(windows.map((window) => [keyOf(window), window]));
  let added = false;
  for (const tail of tails) {
    const window = known.get(keyOf(tail));
    if (tail.after === null) {
      added = true;
      known.set(keyOf(tail), tail);
      continue;
    }
    const grown = window ? appendOne(window, tail, buckets) : null;
    if (!grown) return null;
    known.set(keyOf(tail), grown);
  }
  const all = [...known.values()];
  if (!added) return all;
  const place = (window: SeriesWindow) => [
    runIds.indexOf(window.runId),
    window.attempt,
    metrics.indexOf(window.metric),
  ];
  return all.toSorted((a, b) => {
    const [p, q] = [place(a), place(b)];
    return p[0] - q[0] || p[1] - q[1] || p[2] - q[2];
  });
}
