import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { findRecipe, RECIPES } from "../../../workers/recipes/catalog.ts";
import { ServiceError } from "../../errors.ts";

/** The manifest of a recipe, or a refusal that names those there are. */
export function requireRecipe(slug: string): RecipeManifest {
  const manifest = findRecipe(slug);
  if (manifest) return manifest;
  const known = RECIPES.map((r) => r.slug).join(", ");
  throw new ServiceError("not_found", `There is no recipe "${slug.slice(0, 80)}". There is: ${known}.`, {
    field: "recipe",
  });
}
