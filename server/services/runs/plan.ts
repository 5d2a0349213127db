import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { PlanInput } from "../../contracts/launch/launch.ts";
import { changedParams } from "../../contracts/launch/matrix.ts";
import type { LaunchPlan } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { rewardHashOf } from "../judgement/rewards.ts";
import { connectedEngines } from "../workers/engines.ts";
import { fillSlots, givenInputs, shapeIssue } from "../inputs/fill-slots.ts";
import { variableLints } from "../workers/variable-lints.ts";
import { inputLints } from "../inputs/input-lints.ts";
import { checkMatrix } from "./check-matrix.ts";
import { estimateRuns } from "./estimate.ts";
import { heldOutIssues } from "./held-out-issues.ts";
import { joinExperiment } from "./joining/join.ts";
import { NOTHING_MISSING } from "./joining/standing.ts";
import { problemIssues } from "./problem-issues.ts";
import { mergeLints } from "./why-words.ts";
import { selectFolderRecipe } from "#db/queries/folder-recipes.ts";
import { selectWorkers } from "#db/queries/workers.ts";
import { listAnd } from "../../wording/counts.ts";
import { changedFiles, changedOffer, launchableRecipes, recipeOf } from "../recipes/book.ts";
import { commandOf } from "../recipes/command-of.ts";
import { unhashedCodeOf } from "../recipes/unhashed-code.ts";
import { ServiceError } from "../../errors.ts";

/** The manifest of a recipe, or a refusal that names those there are. */
export function requireRecipe({ db }: Pick<ServiceContext, "db">, slug: string): RecipeManifest {
  const manifest = recipeOf(db, { recipe: slug });
  if (manifest) {
    refuseUnagreed(db, manifest);
    return manifest;
  }
  const known = launchableRecipes(db)
    .map((r) => r.slug)
    .join(", ");
  throw new ServiceError("not_found", `There is no recipe "${slug.slice(0, 80)}". There is: ${known}.`, {
    field: "recipe",
  });
}

/** A script that is another one by now is launched only after somebody agreed to it. */
function refuseUnagreed(db: ServiceContext["db"], { slug, version, script }: RecipeManifest): void {
  if (!script) return;
  const offers = selectWorkers(db).flatMap(({ recipes }) => recipes);
  const changed = changedOffer(db, { recipe: slug, recipeVersion: version }, offers);
  if (changed === null || changed.agreedAt !== null) return;
  const before = selectFolderRecipe(db, slug, version);
  const paths = changedFiles(before?.files ?? {}, changed.files).map(({ path }) => path);
  throw new ServiceError(
    "conflict",
    `${slug} has changed in ${changed.folder} on worker ${changed.offeredBy} (${listAnd(paths)}) and waits for somebody to agree: on the page Workers, or by npx ablab recipe agree ${slug} ${changed.hash.slice(0, 12)}.`,
    { field: "recipe" },
  );
}

/** What a launch would do, without doing it: variants, everything wrong, lints, cost, and the exact command. */
export function planLaunch(ctx: ServiceContext, rawInput: PlanInput): LaunchPlan {
  const input = PlanInput.parse(rawInput);
  const manifest = requireRecipe(ctx, input.recipe);
  const slots = fillSlots(ctx.db, manifest, input.inputs);
  const given = givenInputs(slots.filled);
  const { variants, issues: matrixIssues } = checkMatrix(manifest, input.matrix, given);
  const shapes = variants.flatMap((v) => {
    const shape = shapeIssue(slots.filled, v.params);
    const problems = problemIssues(ctx.db, manifest, v.params, slots.filled);
    return [...(shape ? [shape] : []), ...problems].map((wrong) => ({ ...wrong, variant: v.label }));
  });
  const leaks = heldOutIssues(ctx.db, manifest, variants, slots.filled);
  const issues = [...slots.issues, ...matrixIssues, ...shapes, ...leaks];
  const seeds = [...new Set(input.matrix.seeds)];
  const wrong = new Set(issues.map((issue) => issue.variant));
  const right = wrong.has(null) ? [] : variants.filter((v) => !wrong.has(v.label));
  const first = variants[0];
  const joins = input.experiment
    ? joinExperiment(ctx, input.experiment, manifest, right, slots.filled)
    : null;
  const isThere = (label: string, seed: number) =>
    input.missing && joins?.runs[label].some((run) => run.seed === seed && !run.lacking) === true;
  const launched = new Map(
    right.map(({ label }) => [label, seeds.filter((seed) => !isThere(label, seed)).length]),
  );
  const there = right.length * seeds.length - [...launched.values()].reduce((sum, n) => sum + n, 0);
  if (there > 0 && there === variants.length * seeds.length)
    issues.push({ field: "seeds", message: NOTHING_MISSING, variant: null });
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
    joins,
    runs: variants.length * seeds.length - there,
    issues,
    lints: [
      ...mergeLints(manifest, right, given),
      ...inputLints(
        ctx,
        slots.filled,
        right.map(({ label }) => label),
      ),
      ...variableLints(ctx, manifest, right),
    ],
    command: first ? commandOf(manifest, first.params, seeds[0]) : [],
    varies: manifest.fields
      .map((f) => f.name)
      .filter((name) => variants.some((v) => v.params[name] !== first?.params[name])),
    estimate: estimateRuns(
      ctx,
      right.map(({ label, params }) => ({ manifest, params, runs: launched.get(label) ?? 0 })),
      input.on,
    ),
    engines: connectedEngines(ctx, [manifest]),
    unhashedCode: unhashedCodeOf(ctx, manifest.slug, manifest.version),
  };
}
