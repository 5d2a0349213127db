import type { GivenInputs, Lint, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { Variant } from "../../contracts/matrix.ts";
import type { LaunchPlan } from "../../contracts/plan.ts";

/** What a recipe says of some variants before they run: each lint once, with the variants it is about. */
export function mergeLints(
  manifest: RecipeManifest,
  variants: Variant[],
  given: GivenInputs,
): LaunchPlan["lints"] {
  const merged = new Map<string, Lint & { variants: string[] }>();
  for (const variant of variants) {
    for (const lint of manifest.lints(variant.params, given)) {
      const key = `${lint.id}|${lint.claim}`;
      const known = merged.get(key);
      if (known) known.variants.push(variant.label);
      else merged.set(key, { ...lint, variants: [variant.label] });
    }
  }
  return [...merged.values()];
}
