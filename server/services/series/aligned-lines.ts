import type { BucketBlock, PointStore, Span } from "#db/points/point-store.ts";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import type { ServiceContext } from "../context.ts";
import { alignExactly, alignInBins, type Aligned, type RunPoints } from "./align-runs.ts";
import type { PlacedWindow } from "./line-part.ts";
import { placeTogether } from "./place-window.ts";
import { restartedOn } from "./restarted-runs.ts";
import { runLines, type RunLine } from "./run-lines.ts";
import type { Sliced } from "./sliced.ts";

export interface AlignQuestion {
  metric: string;
  xAxis: string;
  span: Span;
  /** Most shared x. */
  points: number;
  /** Of each run's own line, before they are put together. */
  smoothing?: Smoothing;
}

/** Several runs on shared x, and what is left out of it. */
export interface AlignedLines extends Aligned {
  axis: string;
  /** Runs that have points between the bounds, of those that have any on this axis. */
  runs: number;
  /** Ids of those that have a finite one. */
  members: string[];
  sent: number;
  /** Runs that have points on another axis only. */
  elsewhere: number;
  /** Runs on this axis that are left out: resumed, they began on it again. */
  restarted: number;
  unplaced: number;
  hidden: number;
  /** Of one of them x counts the calls of a logger. */
  ofLogger?: boolean;
  /** There are fewer bins than the denser runs would fill, since the sparsest has no more points. */
  coarsened: boolean;
}

const NOT_SMOOTHED: Smoothing = { kind: "none" };
/** Two points at either end of a line do not make it one bin. */
const FEWEST_BINS = 10;

function pointsOf(parts: readonly BucketBlock[]): RunPoints {
  const x = parts.flatMap((part) => [...part.x0]);
  const value = parts.flatMap(({ first, posInf, negInf }) =>
    Array.from(first, (one, i) => (posInf[i] > 0 ? Infinity : negInf[i] > 0 ? -Infinity : one)),
  );
  return { x: Float64Array.from(x), value: Float64Array.from(value) };
}

/** The axis most of the lines stand on, the asked one first. */
function sharedAxis(lines: readonly RunLine[], asked: string): string {
  return lines.some(({ part }) => part.axis === asked) ? asked : (lines[0]?.part.axis ?? asked);
}

/** Buckets whose values are those of the smoothed line, where there is one. */
function drawnBlock({ block, smoothed }: PlacedWindow): BucketBlock {
  return smoothed ? { ...block, first: smoothed, mean: smoothed } : block;
}

interface Placed {
  /** The parts of each run that has points there. */
  runs: BucketBlock[][];
  /** Ids of those of which one is finite. */
  members: string[];
  unplaced: number;
}

const hasFinite = ({ n, nan, posInf, negInf }: BucketBlock): boolean =>
  n.some((count, i) => count > nan[i] + posInf[i] + negInf[i]);

function* placeAll(
  store: PointStore,
  lines: readonly RunLine[],
  question: { span: Span; buckets: number; exactly: boolean; smoothing: Smoothing },
): Sliced<Placed> {
  const runs = new Map<string, BucketBlock[]>();
  let unplaced = 0;
  for (const { attempt, part } of lines) {
    const placed = yield* placeTogether(store, part, question);
    unplaced += placed.unplaced;
    const block = drawnBlock(placed);
    if (block.x0.length > 0) runs.set(attempt.runId, [...(runs.get(attempt.runId) ?? []), block]);
    yield;
  }
  const members = [...runs].flatMap(([runId, parts]) => (parts.some(hasFinite) ? [runId] : []));
  return { runs: [...runs.values()], members, unplaced };
}

/** First and last x of a run's parts, and the points between them. */
function reachOf(parts: readonly BucketBlock[]): { first: number; last: number; points: number } {
  return {
    first: Math.min(...parts.map(({ x0 }) => x0[0])),
    last: Math.max(...parts.map(({ x1 }) => x1[x1.length - 1])),
    points: parts.reduce((sum, { total }) => sum + total, 0),
  };
}

/**
 * Bins over a span: as many as the sparsest run would have points, had it gone on over all of it as it does
 * between its first and its last. More would leave bins without it, and the mean would jump wherever it has a point.
 */
function binsFor(
  runs: readonly (readonly BucketBlock[])[],
  [lo, hi]: readonly [number, number],
  most: number,
): { bins: number; coarsened: boolean } {
  const filled = runs.map(reachOf).flatMap(({ first, last, points }) => {
    // Halves, since a difference of numbers around 1e308 is infinite.
    const bins = Math.floor((points - 1) * ((hi / 2 - lo / 2) / (last / 2 - first / 2)));
    return Number.isFinite(bins) ? [bins] : [];
  });
  const densest = Math.min(most, Math.max(2, ...filled));
  const bins = Math.min(densest, Math.max(FEWEST_BINS, Math.min(...filled)));
  return { bins, coarsened: bins < densest };
}

/**
 * The lines of some runs on shared x, each run as one line through its attempts. Computed on all points, whatever a page
 * shows.
 */
export function* alignLines(
  ctx: ServiceContext,
  store: PointStore,
  runIds: readonly string[],
  { metric, xAxis, span, points, smoothing = NOT_SMOOTHED }: AlignQuestion,
): Sliced<AlignedLines> {
  const found = runLines(ctx, store, { runIds, metrics: [metric], xAxis, overlap: "latest" });
  const axis = sharedAxis(found, xAxis);
  const onAxis = found.filter(({ part }) => part.axis === axis);
  const restarted = yield* restartedOn(ctx, store, onAxis, axis);
  const lines = onAxis.filter(({ attempt }) => !restarted.has(attempt.runId));
  const asked = { span, buckets: points, exactly: false, smoothing: NOT_SMOOTHED };
  const { runs, members, unplaced } = yield* placeAll(store, lines, asked);
  const hidden = lines.reduce((sum, line) => sum + line.hidden, 0);
  const sent = new Set(onAxis.map(({ attempt }) => attempt.runId)).size;
  const elsewhere = new Set(found.map(({ attempt }) => attempt.runId)).size - sent;
  const byCalls = lines.some(({ ofLogger }) => ofLogger) && { ofLogger: true };
  const left = { elsewhere, restarted: restarted.size, unplaced, hidden, ...byCalls };
  const facts = { axis, runs: runs.length, members, sent, ...left, coarsened: false };
  const ends = runs.flat();
  const exact = ends.every(({ raw }) => raw) ? alignExactly(runs.map(pointsOf), points) : null;
  if (exact && smoothing.kind === "none") return { ...exact, ...facts };
  if (exact) {
    const smoothed = yield* placeAll(store, lines, { ...asked, smoothing });
    return { ...(alignExactly(smoothed.runs.map(pointsOf), points) ?? exact), ...facts };
  }
  const lo = span.from ?? ends.reduce((low, { x0 }) => Math.min(low, x0[0]), Infinity);
  const hi = span.to ?? ends.reduce((high, { x1 }) => Math.max(high, x1[x1.length - 1]), -Infinity);
  const { bins, coarsened } = binsFor(runs, [lo, hi], points);
  const within = { span: { from: lo, to: hi }, buckets: bins, exactly: true, smoothing };
  const binned = yield* placeAll(store, lines, within);
  return { ...alignInBins(binned.runs, [lo, hi], bins), ...facts, coarsened };
}
