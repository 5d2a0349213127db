import { selectExperiment } from "#db/queries/experiments.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { type ManyStopped, stopManyWithin } from "../runs/many.ts";

/** Stops every run of an experiment that has not ended, in one transaction. Asking twice changes nothing. Throws `not_found`. */
export function stopExperiment(ctx: ServiceContext, id: string): ManyStopped {
  return commit(ctx, (scope) => {
    const experiment = selectExperiment(scope.db, id);
    if (!experiment) throw new ServiceError("not_found", `There is no experiment ${id.slice(0, 80)}.`);
    const runs = selectRunsByExperiment(scope.db, id);
    return stopManyWithin(ctx, scope, runs, `Every run of "${experiment.title}" has already ended.`);
  });
}
