import type { Train } from "../recipe.ts";
import { runGroups } from "../rl/run-groups.ts";
import { dgroVariant, readSettings } from "./settings.ts";

/** DGRO as coded, DGRO as published, or KRPO, in the loop of grpo. */
export const train: Train = (context) => {
  const params = readSettings(context.params);
  const { options, method } = dgroVariant(params, context.seed);
  return runGroups(context, params, options, method);
};
