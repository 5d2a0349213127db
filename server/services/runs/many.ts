import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { countRunHoldings, deleteRunRows, type RunHoldings } from "#db/queries/deletion/delete-run.ts";
import { type RunRecord, selectRunsByIds } from "#db/queries/runs.ts";
import { isLive } from "../../contracts/run-lifecycle.ts";
import { topics } from "../../contracts/live.ts";
import type { RunsDeletion } from "../../contracts/housekeeping/many-runs.ts";
import { ServiceError } from "../../errors.ts";
import { countOf, plural } from "../../wording/counts.ts";
import { STOPS_OF_MANY } from "../../wording/stops.ts";
import { onWorkersWords } from "./on-workers.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { lossWords, reportsUsing, requireDeletable } from "./delete.ts";
import { stopRunWithin } from "./stop.ts";

/** What stopping several runs did. */
export interface ManyStopped {
  /** Runs with a process that were asked to end now. */
  asked: number;
  /** Runs that were taken out of the queue and never start. */
  dequeued: number;
  /** One sentence: what happens now. */
  message: string;
}

/** Stops runs as one part of a larger change, the queued first, so that none of them takes the place of a running one. */
export function stopManyWithin(
  ctx: ServiceContext,
  scope: WriteScope,
  runs: readonly RunRecord[],
  whenNone: string,
): ManyStopped {
  const queued = runs.filter((run) => run.state === "queued");
  const live = runs.filter((run) => isLive(run.state));
  const attempts = selectLatestAttempts(
    scope.db,
    live.map((run) => run.id),
  ).filter((attempt) => attempt.stopRequestedAt === null);
  for (const run of [...queued, ...live]) stopRunWithin(ctx, scope, run.id);
  const silent = attempts.filter((attempt) => attempt.state === "unreachable").length;
  const [asked, dequeued, stopping] = [attempts.length, queued.length, live.length - attempts.length];
  const parts = [
    dequeued > 0 ? `${countOf(dequeued, "run")} taken out of the queue` : "",
    asked > 0 ? `${countOf(asked, "run")} asked to stop, each ${STOPS_OF_MANY}` : "",
    silent > 0 ? `${countOf(silent, "request")} kept until a silent worker calls again` : "",
    stopping > 0 ? `${countOf(stopping, "run")} asked before` : "",
  ].filter(Boolean);
  return { asked, dequeued, message: parts.length === 0 ? whenNone : `${parts.join("; ")}.` };
}

function requireRuns(ctx: ServiceContext, ids: readonly string[]): RunRecord[] {
  const byId = new Map(selectRunsByIds(ctx.db, [...ids]).map((run) => [run.id, run]));
  return ids.map((id) => {
    const run = byId.get(id);
    if (!run) throw new ServiceError("not_found", `There is no run ${id}. Nothing was changed.`);
    return run;
  });
}

/** Stops chosen runs in one transaction; those that have ended stay as they are. */
export function stopRuns(ctx: ServiceContext, ids: readonly string[]): ManyStopped {
  return commit(ctx, (scope) =>
    stopManyWithin(ctx, scope, requireRuns(ctx, ids), "Every one of them has already ended."),
  );
}

/** What is stored of several runs together. */
export function sumHoldings(ctx: ServiceContext, ids: readonly string[]): RunHoldings {
  const [first, ...others] = ids.map((id) => countRunHoldings(ctx.db, id));
  const sum = { ...first };
  for (const more of others)
    for (const [key, n] of Object.entries(more) as [keyof typeof sum, number][]) sum[key] += n;
  return sum;
}

/** What deleting runs would take with it; throws the refusal that deleting them would meet. */
export function planDeletions(ctx: ServiceContext, ids: readonly string[]): RunsDeletion {
  const runs = ids.map((id) => requireDeletable(ctx, id));
  const sum = sumHoldings(ctx, ids);
  return {
    runs: runs.length,
    message: lossWords(
      plural(runs.length, runs[0].name, countOf(runs.length, "run")),
      sum,
      onWorkersWords(ctx, ids),
    ),
    reports: reportsUsing(ctx, ids),
  };
}

/** Deletes ended runs and everything stored of them, all or none. */
export function deleteRuns(ctx: ServiceContext, ids: readonly string[]): RunsDeletion {
  return commit(ctx, (scope) => {
    const plan = planDeletions(ctx, ids);
    const runs = requireRuns(ctx, ids);
    for (const { id, experimentId } of runs) {
      deleteRunRows(scope.db, id, ctx.now());
      scope.touch(topics.run(id), topics.experiment(experimentId));
    }
    scope.touch(topics.experiments, topics.runs, topics.reports);
    return plan;
  });
}
