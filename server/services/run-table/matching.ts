import { MAX_RUNS_AT_ONCE } from "../../contracts/housekeeping/annotation-limits.ts";
import type { MatchingRuns } from "../../contracts/housekeeping/many-runs.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import type { RunTableView } from "../../contracts/run-table.ts";
import type { ServiceContext } from "../context.ts";
import { tableOrder } from "./order.ts";

/** Ids of the runs that fit a view, in its order, as many as can be changed at once, and what can be done with them. */
export function matchingRuns(ctx: ServiceContext, view: Omit<RunTableView, "open">): MatchingRuns {
  const { runs } = tableOrder(ctx, { ...view, group: null });
  return {
    ids: runs.slice(0, MAX_RUNS_AT_ONCE).map(({ runId }) => runId),
    total: runs.length,
    ended: runs.slice(0, MAX_RUNS_AT_ONCE).filter(({ state }) => isEnded(state)).length,
  };
}
