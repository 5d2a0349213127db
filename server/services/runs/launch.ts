import { LaunchInput } from "../../contracts/launch/launch.ts";
import type { ServiceContext } from "../context.ts";
import type { FindValueless } from "./joining/join.ts";
import { launchPipeline, type LaunchedRuns } from "./launch-pipeline.ts";

/** Launches a matrix: every variant with every seed, all runs at once or none. The first variant is the baseline. */
export function launchRuns(
  ctx: ServiceContext,
  rawInput: LaunchInput,
  findValueless?: FindValueless,
): LaunchedRuns {
  const { launchKey, experiment, primary, sharedStarts, looks, limits, missing, recipe, matrix, inputs } =
    LaunchInput.parse(rawInput);
  const key = "main";
  return launchPipeline(
    ctx,
    {
      launchKey,
      experiment,
      primary,
      sharedStarts,
      looks,
      limits,
      missing,
      stages: [{ key, recipe, matrix, inputs }],
      baseline: key,
    },
    findValueless,
  );
}
