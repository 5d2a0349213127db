import { listFirst } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

/** How many recipes of an experiment a list names; the rest is counted. */
const NAMED = 3;

/** Recipes of an experiment in a list: "dgro, grpo, sft and 3 more". */
export const recipeWords = (recipes: readonly string[]): string => listFirst(recipes, NAMED) || NOT_MEASURED;
