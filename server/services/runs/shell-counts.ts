import { countUnread } from "#db/queries/alerts/alerts.ts";
import { selectBenchmarks } from "#db/queries/benchmarks.ts";
import { countExperiments } from "#db/queries/experiments.ts";
import { countRuns, countRunsByState } from "#db/queries/runs.ts";
import type { ShellCounts } from "../../contracts/shell.ts";
import type { ServiceContext } from "../context.ts";
import { DEFAULT_PROJECT } from "../projects/ensure-default.ts";
import { declaredMetrics } from "../recipes/book.ts";
import { listWorkers } from "../workers/list.ts";
import { countObjecting } from "./objections.ts";

/** What the sidebar shows on every page. */
export function shellCounts(ctx: ServiceContext): ShellCounts {
  const everything = { experimentId: null, search: "" };
  const byState = Object.fromEntries(countRunsByState(ctx.db, everything).map(({ state, n }) => [state, n]));
  const workers = listWorkers(ctx);
  return {
    project: DEFAULT_PROJECT,
    runs: countRuns(ctx.db, { ...everything, states: null }),
    running: (byState.running ?? 0) + (byState.starting ?? 0) + (byState.stopping ?? 0),
    queued: byState.queued ?? 0,
    unreachable: byState.unreachable ?? 0,
    experiments: countExperiments(ctx.db),
    benchmarks: selectBenchmarks(ctx.db).length,
    objecting: countObjecting(ctx),
    alerts: countUnread(ctx.db),
    metrics: declaredMetrics(ctx.db),
    workers: workers.map(({ name, busy, slots, online }) => ({ name, busy, slots, online })),
  };
}
