import { selectRun, type RunRecord, updateRunLimits } from "#db/queries/runs.ts";
import { selectWorkers } from "#db/queries/workers.ts";
import type { Db } from "#db/client.ts";
import { topics } from "../../../contracts/live.ts";
import { ServiceError } from "../../../errors.ts";
import { commit, type ServiceContext } from "../../context.ts";
import { isOnline } from "../../workers/list.ts";
import { isKeptByOthers } from "../../machine/gpu-waits.ts";

/** Whether a queued run waits only for GPUs on which something stands that is not of Ablab. */
export function waitsForOthers(ctx: ServiceContext, db: Db, run: RunRecord): boolean {
  if (run.state !== "queued") return false;
  const can = selectWorkers(db).filter(
    (worker) =>
      isOnline(ctx, worker) &&
      !worker.draining &&
      worker.recipes.some(({ slug, version }) => slug === run.recipe && version === run.recipeVersion),
  );
  return isKeptByOthers(db, run, can);
}

/** By the word of a person a queued run may stand on a GPU beside what is not of Ablab. Nothing there is touched. */
export function startBeside(ctx: ServiceContext, id: string): { message: string } {
  return commit(ctx, (scope) => {
    const run = selectRun(scope.db, id);
    if (!run) throw new ServiceError("not_found", `There is no run ${id}.`);
    if (run.state !== "queued")
      throw new ServiceError("conflict", `${run.name} is ${run.state}; it does not wait for a GPU.`);
    if (!waitsForOthers(ctx, scope.db, run))
      throw new ServiceError("conflict", `${run.name} does not wait for a GPU that something else uses.`);
    updateRunLimits(scope.db, id, { ...run.limits, besideOthers: true });
    scope.touch(topics.run(id), topics.runs, topics.workers);
    return { message: `${run.name} starts beside what is there, with what memory that leaves.` };
  });
}
