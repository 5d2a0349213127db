import { selectRunInputs } from "#db/queries/inputs.ts";
import { selectRun } from "#db/queries/runs.ts";
import type { AgainInput } from "../../contracts/launch/run-code.ts";
import type { SlotSources } from "../../contracts/launch/launch.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { recipeOf } from "../recipes/book.ts";
import { launchRuns } from "./launch.ts";
import type { LaunchedRuns } from "./launch-pipeline.ts";

/**
 * Launches a run as it was: recipe and version, every parameter, seed, inputs, into the same experiment. Refused where the recipe
 * is another version by now, since that would be another run.
 */
export function launchAgain(ctx: ServiceContext, { id, launchKey }: AgainInput): LaunchedRuns {
  const run = selectRun(ctx.db, id);
  if (!run) throw new ServiceError("not_found", `There is no run ${id}.`);
  const manifest = run.origin === "bench" ? recipeOf(ctx.db, { recipe: run.recipe }) : undefined;
  if (!manifest)
    throw new ServiceError("invalid", `${run.name} was not launched here, so it cannot be launched again.`);
  if (manifest.version !== run.recipeVersion)
    throw new ServiceError(
      "conflict",
      `${run.name} was launched with ${run.recipe} ${run.recipeVersion}, and now there is ${manifest.version}. ${
        manifest.script
          ? "Put the files back as its code on record says, or launch a clone with what is there now."
          : "Launch a clone: the same parameters may mean something else."
      }`,
      { field: "recipe" },
    );
  const inputs: SlotSources = Object.fromEntries(
    selectRunInputs(ctx.db, [run.id]).map(({ input: { slot, fromRunId, evaluationId } }) => [
      slot,
      evaluationId === null ? { run: fromRunId } : { evaluation: evaluationId },
    ]),
  );
  return launchRuns(ctx, {
    launchKey,
    recipe: run.recipe,
    matrix: { presets: [manifest.baselinePreset], edits: run.params, factors: [], seeds: [run.seed] },
    inputs,
    experiment: { id: run.experimentId },
    limits: run.limits ?? undefined,
  });
}
