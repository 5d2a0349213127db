import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { selectRunsByExperiment, type RunRecord } from "#db/queries/runs.ts";
import type { ServiceContext } from "../context.ts";

/** The run a run is read against: the baseline of its experiment with the same seed. */
export interface BaselineTwin {
  config: string;
  attemptId: string;
}

/** For each run that is not of its experiment's baseline, the baseline's latest run with its seed, where it has an attempt. */
export function baselineTwins(ctx: ServiceContext, runs: RunRecord[]): Map<string, BaselineTwin> {
  const twins = new Map<string, RunRecord>();
  for (const [experimentId, members] of Map.groupBy(runs, (run) => run.experimentId)) {
    const baselineCell = selectExperiment(ctx.db, experimentId)?.baselineCell;
    const others = members.filter((run) => baselineCell && run.cell !== baselineCell);
    if (others.length === 0) continue;
    const bySeed = new Map(
      selectRunsByExperiment(ctx.db, experimentId)
        .filter((run) => run.cell === baselineCell)
        .toSorted((a, b) => a.queuedAt - b.queuedAt)
        .map((run) => [run.seed, run]),
    );
    for (const run of others) {
      const twin = bySeed.get(run.seed);
      if (twin) twins.set(run.id, twin);
    }
  }
  const attempts = new Map(
    selectLatestAttempts(
      ctx.db,
      [...twins.values()].map((twin) => twin.id),
    ).map((attempt) => [attempt.runId, attempt.id]),
  );
  return new Map(
    [...twins].flatMap(([runId, twin]) => {
      const attemptId = attempts.get(twin.id);
      return attemptId === undefined ? [] : [[runId, { config: twin.label, attemptId }] as const];
    }),
  );
}
