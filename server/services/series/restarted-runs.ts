import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import type { BucketBlock, PointStore } from "#db/points/point-store.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { ServiceContext } from "../context.ts";
import { AXIS_METRIC, axisMetrics, WALL } from "./choose-series.ts";
import { runLines, type RunLine } from "./run-lines.ts";
import { isResumed } from "./run-lines-resumed.ts";
import type { Sliced } from "./sliced.ts";

/** What begins anew with every attempt, whatever a metric shows of that. */
const isClock = (axis: string): boolean => axis === WALL || axisMetrics(axis).includes(AXIS_METRIC.cpu);

/** Of runs on a clock those that were resumed, by all that their attempts sent: the same for every metric. */
function* resumedOf(ctx: ServiceContext, store: PointStore, runIds: readonly string[]): Sliced<Set<string>> {
  const resumed = new Set<string>();
  for (const [runId, attempts] of Map.groupBy(selectAttemptsOfRuns(ctx.db, runIds), (a) => a.runId)) {
    if (attempts.length < 2) continue;
    const ids = attempts.map(({ id }) => id);
    if (isResumed(attempts, store.series(ids, null))) resumed.add(runId);
    yield;
  }
  return resumed;
}

/** Into so many buckets a series is looked at to see whether it counts up. */
const LOOKS = 64;
/** Fewer points of an attempt do not show that something counts up. */
const FEWEST = 3;

/** Metrics that count by their name, whatever a trainer made of them. */
const COUNTERS: ReadonlySet<string> = new Set([...Object.values(AXIS_METRIC), "progress/tokens"]);

/** Whether values never fall, as far as their buckets show. */
function countsUp({ first, last, min, max }: BucketBlock): boolean {
  let reached = -Infinity;
  return first.every((one, i) => {
    if (Number.isNaN(one)) return true;
    const isRising = one >= reached && one === min[i] && last[i] === max[i];
    reached = last[i];
    return isRising;
  });
}

/**
 * Attempts of one run whose counter begins inside what earlier ones had counted up to. What is no counter by its name has to count
 * up in every attempt and fall back by half at least: an evaluation may rise too, and a policy goes on a little below.
 */
function* begunAgain(store: PointStore, counters: readonly RunLine[]): Sliced<Set<string>> {
  const again = new Set<string>();
  let [begin, end] = [Infinity, -Infinity];
  for (const { attempt, metric, part } of counters) {
    const counted = store.window(part.series.id, { from: null, to: part.until }, LOOKS);
    yield;
    const isKnown = COUNTERS.has(metric);
    if (!isKnown && !countsUp(counted)) return new Set();
    if (!isKnown && counted.total < FEWEST) continue;
    const finite = [...counted.min, ...counted.max].filter((value) => !Number.isNaN(value));
    const least = Math.min(...finite);
    if (least < (isKnown ? end : begin / 2 + end / 2)) again.add(attempt.id);
    begin = Math.min(begin, least);
    end = Math.max(end, ...finite);
  }
  return again;
}

const runsOf = (lines: readonly RunLine[]): string[] => [
  ...new Set(lines.map(({ attempt }) => attempt.runId)),
];

/**
 * Runs whose points on the asked axis are of another age than those of a run that was never resumed: on a clock all resumed
 * ones, over a counter those of which it began again. Over a metric that rises and falls there are none.
 */
export function* restartedOn(
  ctx: ServiceContext,
  store: PointStore,
  lines: readonly RunLine[],
  axis: string,
): Sliced<Set<string>> {
  // On its own axis a line ends where the next begins, and what has no place on the axis stands nowhere.
  const placed = lines.filter(
    ({ part: { place } }) => place.by === "wall" || (place.by === "series" && place.series !== null),
  );
  if (isClock(axis)) return yield* resumedOf(ctx, store, runsOf(placed));
  const later = placed.filter(({ attempt }) => attempt.n > 1);
  const counters = runLines(ctx, store, {
    runIds: runsOf(later),
    metrics: axisMetrics(axis),
    xAxis: DEFAULT_AXIS,
    overlap: "latest",
  });
  const again = new Set<string>();
  for (const ofRun of Map.groupBy(counters, ({ attempt }) => attempt.runId).values())
    for (const id of yield* begunAgain(store, ofRun)) again.add(id);
  return new Set(runsOf(later.filter(({ attempt }) => again.has(attempt.id))));
}
