import type { BucketBlock, PointStore, Span } from "#db/points/point-store.ts";
import type { ServiceContext } from "../context.ts";
import { alignExactly, alignInBins, type Aligned, type RunPoints } from "./align-runs.ts";
import { placePlain } from "./place-window.ts";
import { runLines, type RunLine } from "./run-lines.ts";
import type { Sliced } from "./sliced.ts";

export interface AlignQuestion {
  metric: string;
  xAxis: string;
  span: Span;
  /** Most shared x. */
  points: number;
}

/** Several runs on shared x, and what is left out of it. */
export interface AlignedLines extends Aligned {
  axis: string;
  /** Runs that have points here. */
  runs: number;
  unplaced: number;
  hidden: number;
}

function pointsOf(parts: readonly BucketBlock[]): RunPoints {
  const x = parts.flatMap((part) => [...part.x0]);
  const value = parts.flatMap((part) => [...part.first]);
  return { x: Float64Array.from(x), value: Float64Array.from(value) };
}

/** The axis most of the lines stand on, the asked one first. */
function sharedAxis(lines: readonly RunLine[], asked: string): string {
  return lines.some(({ part }) => part.axis === asked) ? asked : (lines[0]?.part.axis ?? asked);
}

function* placeAll(
  store: PointStore,
  lines: readonly RunLine[],
  question: { span: Span; buckets: number; exactly: boolean },
): Sliced<{ runs: BucketBlock[][]; unplaced: number }> {
  const runs = new Map<string, BucketBlock[]>();
  let unplaced = 0;
  for (const { attempt, part } of lines) {
    const placed = yield* placePlain(store, part, question);
    unplaced += placed.unplaced;
    if (placed.block.x0.length > 0)
      runs.set(attempt.runId, [...(runs.get(attempt.runId) ?? []), placed.block]);
    yield;
  }
  return { runs: [...runs.values()], unplaced };
}

/**
 * The lines of some runs on shared x, each run as one line through its attempts. Computed on all points, whatever a page
 * shows.
 */
export function* alignLines(
  ctx: ServiceContext,
  store: PointStore,
  runIds: readonly string[],
  { metric, xAxis, span, points }: AlignQuestion,
): Sliced<AlignedLines> {
  const found = runLines(ctx, store, { runIds, metrics: [metric], xAxis, overlap: "latest" });
  const axis = sharedAxis(found, xAxis);
  const lines = found.filter(({ part }) => part.axis === axis);
  const hidden = lines.reduce((sum, line) => sum + line.hidden, 0);
  const { runs, unplaced } = yield* placeAll(store, lines, { span, buckets: points, exactly: false });
  const facts = { axis, runs: runs.length, unplaced, hidden };
  const exact = runs.flat().every(({ raw }) => raw) ? alignExactly(runs.map(pointsOf), points) : null;
  if (exact) return { ...exact, ...facts };
  const ends = runs.flat();
  const lo = span.from ?? ends.reduce((low, { x0 }) => Math.min(low, x0[0]), Infinity);
  const hi = span.to ?? ends.reduce((high, { x1 }) => Math.max(high, x1[x1.length - 1]), -Infinity);
  const bins = Math.min(
    points,
    runs.reduce((most, parts) => Math.max(most, countOf(parts)), 2),
  );
  const binned = yield* placeAll(store, lines, { span: { from: lo, to: hi }, buckets: bins, exactly: true });
  return { ...alignInBins(binned.runs, [lo, hi], bins), ...facts };
}

const countOf = (parts: readonly BucketBlock[]): number => parts.reduce((sum, { total }) => sum + total, 0);
