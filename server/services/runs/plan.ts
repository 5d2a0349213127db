import { type RecipeManifest, trainerArgs } from "../../../workers/protocol/manifest.ts";
import { PlanInput } from "../../contracts/launch/launch.ts";
import { changedParams } from "../../contracts/launch/matrix.ts";
import type { LaunchPlan } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { rewardHashOf } from "../judgement/rewards.ts";
import { fillSlots, givenInputs, shapeIssue } from "../inputs/fill-slots.ts";
import { inputLints } from "../inputs/input-lints.ts";
import { checkMatrix } from "./check-matrix.ts";
import { estimateRuns } from "./estimate.ts";
import { mergeLints } from "./why-words.ts";
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

/** What a launch would do, without doing it: variants, everything wrong, lints, cost, and the exact command. */
export function planLaunch(ctx: ServiceContext, rawInput: PlanInput): LaunchPlan {
  const input = PlanInput.parse(rawInput);
  const manifest = requireRecipe(input.recipe);
  const slots = fillSlots(ctx.db, manifest, input.inputs);
  const given = givenInputs(slots.filled);
  const { variants, issues: matrixIssues } = checkMatrix(manifest, input.matrix, given);
  const shapes = variants.flatMap((v) => {
    const wrong = shapeIssue(slots.filled, v.params);
    return wrong ? [{ ...wrong, variant: v.label }] : [];
  });
  const issues = [...slots.issues, ...matrixIssues, ...shapes];
  const seeds = [...new Set(input.matrix.seeds)];
  const wrong = new Set(issues.map((issue) => issue.variant));
  const right = wrong.has(null) ? [] : variants.filter((v) => !wrong.has(v.label));
  const first = variants[0];
  return {
    variants: right.map((variant) => {
      const reward = manifest.rewardConfig(variant.params, given);
      return {
        ...variant,
        changed: changedParams(manifest.fields, first.params, variant.params),
        reward,
        rewardHash: rewardHashOf(reward),
      };
    }),
    seeds,
    runs: variants.length * seeds.length,
    issues,
    lints: [
      ...mergeLints(manifest, right, given),
      ...inputLints(
        ctx,
        slots.filled,
        right.map(({ label }) => label),
      ),
    ],
    command: first
      ? ["node", "workers/trainer/main.ts", ...trainerArgs(manifest, first.params, seeds[0])]
      : [],
    varies: manifest.fields
      .map((f) => f.name)
      .filter((name) => variants.some((v) => v.params[name] !== first?.params[name])),
    estimate: estimateRuns(
      ctx,
      right.map(({ params }) => ({ manifest, params, runs: seeds.length })),
    ),
  };
}
