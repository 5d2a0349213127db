import type { PointColumns, SeriesFacts } from "#db/points/point-store.ts";
import { isOfProblems } from "../../../../workers/protocol/metrics/metric-kinds.ts";
import { STEP_METRICS } from "../../../../workers/protocol/default-axis.ts";

/** A series that is there, as far as it says how far the work has come. */
export type Reached = Pick<SeriesFacts, "id" | "metric" | "axis" | "lastX">;

/**
 * How the first rows of a process stand to what is there: it goes on with the work, it goes back to an x that was there already
 * (`firstX` by series), or it adds what nobody sent before, as a result of a test.
 */
export type Standing =
  | { kind: "works" }
  | { kind: "adds"; metrics: string[] }
  | { kind: "back"; series: (Reached & { firstX: number })[] };

/** Where the rows of a process stand on the x of a series that is there. */
type Placed = Reached & { firstX: number; is: "beyond" | "at its end" | "behind" };

/** The one step that all values have which were logged without one says nothing of where the work is. */
function placed(series: Reached & { lastX: number }, x: Float64Array): Placed {
  const firstX = x.reduce((least, one) => (one < least ? one : least), Infinity);
  const isOnly = firstX === series.lastX && x.every((one) => one === firstX);
  const isBehind = firstX < series.lastX || (firstX === series.lastX && series.lastX > 0);
  return {
    ...series,
    firstX,
    is: !isBehind ? "beyond" : isOnly ? "at its end" : "behind",
  };
}

/** Names the step and the epoch that a trainer puts into every row, those of an evaluation too. */
const COUNTERS: ReadonlySet<string> = new Set([...STEP_METRICS, "epoch", "train/epoch"]);

/** Whether a metric says that somebody trains: it is no counter, and no evaluation, which others make too. */
export const isOfWork = (metric: string): boolean => !COUNTERS.has(metric) && !isOfProblems(metric);

/**
 * Reads the standing from metrics that both have; `own` are those that this process has added itself. Where the attempt has
 * others than evaluations (`trains`), evaluations alone neither go on with its work nor go back.
 */
export function standingOf(
  columns: readonly PointColumns[],
  before: readonly Reached[],
  { own, trains }: { own: ReadonlySet<string>; trains: boolean },
): Standing {
  const counted = columns.filter(({ metric }) => !COUNTERS.has(metric));
  const telling = trains ? counted.filter(({ metric }) => isOfWork(metric)) : counted;
  const shared = (counted.length === 0 ? columns : telling).flatMap(({ metric, axis, x }) => {
    const found = own.has(metric)
      ? undefined
      : before.find((series) => series.metric === metric && series.axis === axis);
    return found?.lastX == null ? [] : [placed({ ...found, lastX: found.lastX }, x)];
  });
  const known = new Set(before.map(({ metric }) => metric));
  const adds = {
    kind: "adds",
    metrics: counted.flatMap(({ metric }) => (known.has(metric) ? [] : metric)),
  } as const;
  // What is said once more of the last step, as by an evaluation after the training, goes neither on nor back.
  const moved = shared.filter(({ is }) => is !== "at its end");
  if (moved.length === 0) return adds;
  const series = moved.filter(({ is }) => is === "behind");
  return 2 * series.length >= moved.length ? { kind: "back", series } : { kind: "works" };
}
