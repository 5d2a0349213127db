import type { RecipeManifest } from "../protocol/manifest.ts";
import { benchmark } from "./benchmark/manifest.ts";
import { codeEvaluate } from "./code-evaluate/manifest.ts";
import { codeGrpo } from "./code-grpo/manifest.ts";
import { codeSft } from "./code-sft/manifest.ts";
import { dgro } from "./dgro/manifest.ts";
import { evaluate } from "./evaluate/manifest.ts";
import { failures } from "./failures/manifest.ts";
import { grpo } from "./grpo/manifest.ts";
import { prmLabels } from "./prm-labels/manifest.ts";
import { prmTrain } from "./prm-train/manifest.ts";
import { sft } from "./sft/manifest.ts";

/** Every recipe, as data. The code of recipe `slug` is `<slug>/train.ts`; only a trainer process loads it. */
export const RECIPES: readonly RecipeManifest[] = [
  grpo,
  dgro,
  sft,
  evaluate,
  prmLabels,
  prmTrain,
  benchmark,
  failures,
  codeSft,
  codeGrpo,
  codeEvaluate,
];

/** The manifest of a recipe, or undefined for a slug nobody wrote. */
export function findRecipe(slug: string): RecipeManifest | undefined {
  return RECIPES.find((recipe) => recipe.slug === slug);
}
