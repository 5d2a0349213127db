import type { PointStore, SeriesFacts, Span } from "#db/points/point-store.ts";
import { stepToMean } from "../../stats/smooth/smooth.ts";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import type { LinePart } from "./line-part.ts";
import type { Sliced } from "./sliced.ts";
import { type BucketEnds, inOrder } from "./smooth-buckets.ts";
import { nextDown, nextUp } from "./neighbour.ts";

/** Up to so many points every one is smoothed; of longer series means of neighbouring ones are. */
const SMOOTHED_ONE_BY_ONE = 500_000;
/** Means that stand for all points before, in, and after what is shown. */
const MEANS = 4096;

export const isSmoothedByMeans = ({ n }: Pick<SeriesFacts, "n">): boolean => n > SMOOTHED_ONE_BY_ONE;

/** Neighbouring points by their mean: where they end, and how many of them are finite. */
interface Means {
  x1: number[];
  value: number[];
  count: number[];
}

/** How many points a smoothing reaches back, and ahead. */
const reachOf = (smoothing: Smoothing): number =>
  smoothing.kind === "ema"
    ? Math.ceil(12 / (1 - smoothing.weight))
    : smoothing.kind === "gaussian"
      ? Math.ceil(4 * smoothing.sigma)
      : smoothing.kind === "mean"
        ? smoothing.width
        : 0;

/** The stretches that are read: what is shown, what a smoothing reaches beside it, and all else, each in as many means. */
function stretches(
  { series, until }: LinePart,
  shown: { from: number; to: number },
  smoothing: Smoothing,
): Span[] {
  const end = until ?? series.lastX ?? shown.to;
  const begin = series.firstX ?? shown.from;
  const near = (reachOf(smoothing) * (end - begin)) / Math.max(1, series.n);
  const left = Math.max(begin, shown.from - near);
  const spans: Span[] = [];
  if (begin < left) spans.push({ from: begin, to: nextDown(left) });
  if (left < shown.from) spans.push({ from: left, to: nextDown(shown.from) });
  spans.push(shown);
  if (smoothing.kind === "gaussian" && shown.to < end)
    spans.push({ from: nextUp(shown.to), to: Math.min(end, shown.to + near) });
  return spans;
}

/** The smoothed line at the end of each of some means. */
function* smoothMeans({ value, count }: Means, smoothing: Smoothing): Sliced<Float64Array> {
  const made = new Float64Array(value.length);
  if (smoothing.kind === "ema") {
    let [mean, forgotten] = [0, 1];
    for (const [i, one] of value.entries()) {
      const kept = smoothing.weight ** count[i];
      // As many points of one value as it stands for, in one step.
      mean = stepToMean(mean, one, (1 - kept) / (1 - forgotten * kept));
      forgotten *= kept;
      made[i] = mean;
    }
    return made;
  }
  const ends = new Float64Array(value.length);
  for (let i = 0, sum = 0; i < count.length; i++) ends[i] = sum += count[i];
  const [back, ahead] =
    smoothing.kind === "mean" ? [smoothing.width, 0] : [reachOf(smoothing) + 1, reachOf(smoothing)];
  const sigma = smoothing.kind === "gaussian" ? smoothing.sigma : Infinity;
  let first = 0;
  for (let i = 0; i < value.length; i++) {
    if (i % 256 === 0) yield;
    while (ends[first] <= ends[i] - back) first++;
    let [mean, total] = [0, 0];
    for (let k = first; k < value.length && ends[k] - count[k] < ends[i] + ahead; k++) {
      const held = Math.min(ends[k], ends[i] + ahead) - Math.max(ends[k] - count[k], ends[i] - back);
      const middle = Math.min(
        Math.abs(ends[k] - count[k] / 2 - ends[i]),
        count[k] > sigma && k === i ? 0 : Infinity,
      );
      const weight = held * Math.exp(-0.5 * (middle / sigma) ** 2);
      if (!(weight > 0)) continue;
      total += weight;
      mean = stepToMean(mean, value[k], weight / total);
    }
    made[i] = total > 0 ? mean : value[i];
  }
  return made;
}

/**
 * As `smoothBuckets` and, with `means`, `smoothedMeans`, of a series that is too long to be read: its points stand as means of
 * neighbours, which summaries know. What is shown in so few points that each is its own mean is smoothed as it is.
 */
export function* smoothCoarsely(
  store: PointStore,
  part: LinePart,
  own: BucketEnds,
  { smoothing, means }: { smoothing: Smoothing; means: boolean },
): Sliced<Float64Array> {
  const smoothed = new Float64Array(own.x1.length).fill(Number.NaN);
  const order = inOrder(own);
  if (order.length === 0) return smoothed;
  const shown = { from: own.x0[order[0]], to: own.x1[order[order.length - 1]] };
  const read: Means = { x1: [], value: [], count: [] };
  for (const span of stretches(part, shown, smoothing)) {
    const block = store.window(part.series.id, span, Math.max(MEANS, own.x1.length));
    for (let i = 0; i < block.x1.length; i++) {
      if (Number.isNaN(block.mean[i])) continue;
      read.x1.push(block.x1[i]);
      read.value.push(block.mean[i]);
      read.count.push(block.n[i] - block.nan[i] - block.posInf[i] - block.negInf[i]);
    }
    yield;
  }
  const line = yield* smoothMeans(read, smoothing);
  let at = 0;
  for (const bucket of order) {
    while (at < read.x1.length && read.x1[at] < own.x0[bucket]) at++;
    let [mean, total] = [Number.NaN, 0];
    for (; at < read.x1.length && read.x1[at] <= own.x1[bucket]; at++) {
      total += read.count[at];
      mean = means && total > read.count[at] ? stepToMean(mean, line[at], read.count[at] / total) : line[at];
    }
    smoothed[bucket] = total > 0 ? mean : (line[Math.min(at, line.length - 1)] ?? Number.NaN);
  }
  return smoothed;
}
