import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";
import { median } from "../../numbers/middle.ts";

/** Intervals that are looked at, the latest ones. */
const LATEST = 256;
/** A longest interval of so many usual ones is no rhythm: an episode ends when it ends. */
const IRREGULAR = 2;
/** Below so many values nobody knows the rhythm of a metric. */
const FEWEST = 4;

/** How far apart the values of a metric lie along the train step. */
export interface LoggingInterval {
  /** How long it may be silent while it is still logged, in steps. */
  patience: number;
  isRegular: boolean;
}

/**
 * The rhythm of steps in ascending order. Of irregular ones twice the longest interval is waited: if n intervals have no memory,
 * a later one is longer than that with probability 2 / ((n + 1) (n + 2)). Of few values the time before the first is an interval too.
 */
export function rhythmOf(x: ArrayLike<number>): LoggingInterval {
  const gaps: number[] = [];
  for (let i = 1; i < x.length; i++) if (x[i] > x[i - 1]) gaps.push(x[i] - x[i - 1]);
  if (x.length < FEWEST && x.length > 0 && x[0] > 0) gaps.push(x[0]);
  const longest = gaps.reduce((most, gap) => Math.max(most, gap), 0);
  const isRegular = gaps.length < FEWEST - 1 || longest <= IRREGULAR * median(gaps);
  return { patience: isRegular ? longest : 2 * longest, isRegular };
}

/** The rhythm of a stored series, by its latest values. */
export function loggingInterval(store: PointStore, series: SeriesFacts): LoggingInterval {
  const { id, n, firstX, lastX } = series;
  if (firstX === null || lastX === null || n < 1) return { patience: 0, isRegular: true };
  const from = n <= LATEST ? firstX : lastX - (LATEST * (lastX - firstX)) / (n - 1);
  const x: number[] = [];
  for (const block of store.read(id, { from, to: lastX })) for (const one of block.x) x.push(one);
  return rhythmOf(x);
}

/** The series that was logged most often. */
export const densestOf = (series: readonly SeriesFacts[]): SeriesFacts | undefined =>
  series.toSorted((a, b) => b.n - a.n).at(0);

/**
 * How far training may have gone on after the last value that anybody logged, in steps: nothing where the metric that was logged
 * most often came in a rhythm, for then it would have come again.
 */
export function unseenSteps(store: PointStore, ofRun: readonly SeriesFacts[]): number {
  const densest = densestOf(ofRun);
  if (!densest || densest.lastX === null || densest.firstX === null) return 0;
  if (densest.lastX - densest.firstX <= densest.n - 1) return 0;
  const { patience, isRegular } = loggingInterval(store, densest);
  return isRegular ? 0 : patience;
}
