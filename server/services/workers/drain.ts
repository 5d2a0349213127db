import { selectWorker } from "#db/queries/machine/means.ts";
import { selectLiveAttemptsOfWorker } from "#db/queries/attempts.ts";
import { updateWorker } from "#db/queries/workers.ts";
import type { DrainAnswer, DrainInput } from "../../contracts/worker.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { countOf } from "../../wording/counts.ts";
import { commit, type ServiceContext } from "../context.ts";

/** From now on a worker gets no new runs, or gets them again. What trains there is left alone. */
export function drainWorker(ctx: ServiceContext, { id, draining }: DrainInput): DrainAnswer {
  return commit(ctx, (scope) => {
    const worker = selectWorker(scope.db, id);
    if (!worker) throw new ServiceError("not_found", `There is no worker ${id.slice(0, 80)} on this bench.`);
    updateWorker(scope.db, id, { draining });
    scope.touch(topics.workers, topics.runs);
    const live = selectLiveAttemptsOfWorker(scope.db, id).length;
    const here =
      live === 0 ? "Nothing trains there." : `${countOf(live, "training goes", "trainings go")} on there.`;
    return {
      draining,
      message: draining
        ? `${worker.name} takes no new runs. ${here}`
        : `${worker.name} takes new runs again.`,
    };
  });
}
