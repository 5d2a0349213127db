import { selectExperiment } from "#db/queries/experiments.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import { isLive } from "../../contracts/run-lifecycle.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { stopRunWithin } from "../runs/stop.ts";
import { countOf } from "../../wording/counts.ts";

export interface ExperimentStop {
  /** Runs with a process that were asked to end now. */
  asked: number;
  /** Runs that were taken out of the queue and never start. */
  dequeued: number;
  /** One sentence: what happens now. */
  sentence: string;
}

/**
 * Stops every run of an experiment that has not ended, in one transaction: the queued ones first, so that none of them
 * takes the place of a running one. Asking twice changes nothing. Throws `not_found`.
 */
export function stopExperiment(ctx: ServiceContext, id: string): ExperimentStop {
  return commit(ctx, (scope) => {
    const experiment = selectExperiment(scope.db, id);
    if (!experiment) throw new ServiceError("not_found", `There is no experiment ${id.slice(0, 80)}.`);
    const runs = selectRunsByExperiment(scope.db, id);
    const queued = runs.filter((run) => run.state === "queued");
    const live = runs.filter((run) => isLive(run.state));
    const attempts = selectLatestAttempts(
      scope.db,
      live.map((run) => run.id),
    ).filter((attempt) => attempt.stopAskedAt === null);
    for (const run of [...queued, ...live]) stopRunWithin(ctx, scope, run.id);
    const silent = attempts.filter((attempt) => attempt.state === "unreachable").length;
    const counts = { asked: attempts.length, dequeued: queued.length };
    const stopping = live.length - attempts.length;
    return { ...counts, sentence: sentence(experiment.title, { ...counts, silent, stopping }) };
  });
}

function sentence(
  title: string,
  { asked, dequeued, silent, stopping }: Record<"asked" | "dequeued" | "silent" | "stopping", number>,
): string {
  const parts = [
    dequeued > 0 ? `${countOf(dequeued, "run")} taken out of the queue` : "",
    asked > 0 ? `${countOf(asked, "run")} asked to stop: SIGINT first, then SIGTERM, then SIGKILL` : "",
    silent > 0 ? `${countOf(silent, "request")} kept until a silent worker calls again` : "",
    stopping > 0 ? `${countOf(stopping, "run")} asked before` : "",
  ].filter(Boolean);
  if (parts.length === 0) return `Every run of "${title}" has already ended.`;
  return `${parts.join("; ")}.`;
}
