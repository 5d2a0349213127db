import {
  countProblemsIn,
  selectCheckpointLineage,
  selectTrainPopulations,
  type LineageRun,
} from "#db/queries/seen-in-training.ts";
import { findRecipe } from "../../../workers/recipes/catalog.ts";
import type { Side } from "../../contracts/compare.ts";
import type { ServiceContext } from "../context.ts";

/** A recipe that makes no checkpoint only measures, and its train part is no training set. A foreign recipe may train. */
function trains({ recipe }: LineageRun): boolean {
  const manifest = recipe === null ? undefined : findRecipe(recipe);
  return manifest === undefined || manifest.outputs.includes("checkpoint");
}

/**
 * How many problems of an evaluation the measured policy was trained on: by its own run and by every run whose checkpoint that
 * one goes back to. `complete` is false where one of them did not record its training set; the count is then a lower bound.
 */
export function seenInTraining(ctx: ServiceContext, evaluationId: string, runId: string): Side["leaked"] {
  const trained = selectCheckpointLineage(ctx.db, runId).filter(trains);
  const sets = selectTrainPopulations(
    ctx.db,
    trained.map((run) => run.runId),
  );
  return {
    n: countProblemsIn(ctx.db, evaluationId, [...sets.values()].flat()),
    complete: trained.length > 0 && trained.every((run) => sets.has(run.runId)),
  };
}
