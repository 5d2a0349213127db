import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { RECIPES } from "../../../workers/recipes/catalog.ts";
import type { RecipeDescription } from "../../contracts/plan.ts";

function describe(manifest: RecipeManifest): RecipeDescription {
  const {
    slug,
    title,
    version,
    summary,
    device,
    groups,
    fields,
    presets,
    baselinePreset,
    smoke,
    metrics,
    primary,
  } = manifest;
  return {
    slug,
    title,
    version,
    summary,
    device,
    groups,
    fields,
    presets,
    baselinePreset,
    smoke,
    metrics,
    primary,
  };
}

/** Every recipe as data, for forms and for the command line. */
export function describeRecipes(): RecipeDescription[] {
  return RECIPES.map(describe);
}
