import { selectRunsByExperiment, type RunRecord } from "#db/queries/runs.ts";
import { otherNamesOf } from "../../contracts/metrics.ts";
import type { ServiceContext } from "../context.ts";
import { namesByRun } from "../external/headline.ts";
import { sameMetrics } from "../external/same-metrics.ts";

/** The name under which a run has a metric, of those that it has. */
export type NameIn = (
  run: Pick<RunRecord, "experimentId">,
  metric: string,
  has: (name: string) => boolean,
) => string;

/**
 * Finds a metric in runs whose client calls it otherwise, as `reward` for `train/reward`: where no run of the experiment has both
 * names. Names of all its runs are read once, and only where one lacks the metric and has another name of it.
 */
export function otherNames(ctx: ServiceContext): NameIn {
  const known = new Map<string, ReadonlyMap<string, string>>();
  const sameIn = (experimentId: string) => {
    let same = known.get(experimentId);
    if (!same) {
      const ids = selectRunsByExperiment(ctx.db, experimentId).map(({ id }) => id);
      known.set(experimentId, (same = sameMetrics(namesByRun(ctx, ids, true))));
    }
    return same;
  };
  return ({ experimentId }, metric, has) => {
    if (has(metric)) return metric;
    const other = otherNamesOf(metric).find(has);
    if (other === undefined) return metric;
    const same = sameIn(experimentId);
    return same.get(other) === metric || same.get(metric) === other ? other : metric;
  };
}
