import { grpoMethod } from "../../lab/algo/grpo.ts";
import type { Train } from "../recipe.ts";
import { runGroups } from "../rl/run-groups.ts";
import { grpoOptions, readSettings } from "./settings.ts";

/** GRPO on OR-Debug: problems, a start measured at step 0, then one points event per train step. */
export const train: Train = (context) => {
  const params = readSettings(context.params);
  const options = grpoOptions(params, context.seed);
  return runGroups(context, params, options, grpoMethod(options));
};
