import { selectFinishedDuration } from "#db/queries/ticks.ts";
import type { DeviceChoice } from "../../../../workers/protocol/machine/gpu-count.ts";
import type { ServiceContext } from "../../context.ts";

/** Of so many runs the duration here is the median. */
const LAST_RUNS = 20;

/** What is known of how long a run takes: the median of the last n finished runs of its recipe, ms. */
export interface KnownDuration {
  medianMs: number;
  n: number;
}

/** A run by what its duration depends on: its recipe, and the train episodes that it plans (0: it plans none). */
export interface RunSize {
  recipe: string;
  episodes: number;
  /** Only runs that had GPUs, or none; absent: whatever they had. */
  device?: DeviceChoice;
}

/**
 * How long runs are expected to take by what finished here, in proportion to their train episodes: of the form and of the queue
 * alike. Each size is asked for once; null where no run of the recipe has finished.
 */
export function expectedDurations({
  db,
}: Pick<ServiceContext, "db">): (run: RunSize) => KnownDuration | null {
  const known = new Map<string, KnownDuration | null>();
  return ({ recipe, episodes, device }) => {
    const key = `${recipe} ${episodes} ${device ?? ""}`;
    let duration = known.get(key);
    if (duration === undefined) {
      const { medianMs, runs: n } = selectFinishedDuration(db, recipe, episodes, LAST_RUNS, device ?? null);
      known.set(key, (duration = medianMs === null ? null : { medianMs, n }));
    }
    return duration;
  };
}
