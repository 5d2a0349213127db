import type { RecipeManifest } from "../protocol/manifest.ts";
import { grpo } from "./grpo/manifest.ts";

/** Every recipe, as data. The code of recipe `slug` is `<slug>/train.ts`; only a trainer process loads it. */
export const RECIPES: readonly RecipeManifest[] = [grpo];

/** The manifest of a recipe, or undefined for a slug nobody wrote. */
export function findRecipe(slug: string): RecipeManifest | undefined {
  return RECIPES.find((recipe) => recipe.slug === slug);
}
