import { countRuns } from "#db/queries/runs.ts";
import { selectFinishedThroughput } from "#db/queries/points.ts";
import { selectWorkers } from "#db/queries/workers.ts";
import { trainerArgs, type Lint, type RecipeManifest } from "../../../workers/protocol/manifest.ts";
import type { PlanInput } from "../../contracts/launch.ts";
import { changedParams, type Variant } from "../../contracts/matrix.ts";
import type { LaunchPlan } from "../../contracts/plan.ts";
import type { ServiceContext } from "../context.ts";
import { canonicalJson, sha256 } from "../hashing.ts";
import { isOnline } from "../workers/list.ts";
import { checkMatrix } from "./check-matrix.ts";
import { requireRecipe } from "./require-recipe.ts";

/** Episodes per second and slot on an ordinary core, until this machine has finished a run of its own. */
const TYPICAL_EPISODES_PER_SECOND = 1800;
/** Process start, SFT start and the first evaluation of a run. */
const SECONDS_PER_RUN = 1.5;

function mergeLints(manifest: RecipeManifest, variants: Variant[]): LaunchPlan["lints"] {
  const merged = new Map<string, Lint & { variants: string[] }>();
  for (const variant of variants) {
    for (const lint of manifest.lints(variant.params)) {
      const key = `${lint.id}|${lint.claim}`;
      const known = merged.get(key);
      if (known) known.variants.push(variant.label);
      else merged.set(key, { ...lint, variants: [variant.label] });
    }
  }
  return [...merged.values()];
}

function estimate(
  ctx: ServiceContext,
  manifest: RecipeManifest,
  variants: Variant[],
  seeds: number,
): LaunchPlan["estimate"] {
  const able = selectWorkers(ctx.db).filter(
    (w) =>
      isOnline(ctx, w) &&
      !w.draining &&
      w.recipes.some((r) => r.slug === manifest.slug && r.version === manifest.version),
  );
  const slots = able.reduce((n, w) => n + w.slots, 0);
  const measured = selectFinishedThroughput(ctx.db, 20);
  const speed = measured.median ?? TYPICAL_EPISODES_PER_SECOND;
  const episodes = variants.reduce((n, v) => n + manifest.trainEpisodes(v.params), 0) * seeds;
  const work = episodes / speed + SECONDS_PER_RUN * variants.length * seeds;
  const basis =
    measured.median === null
      ? `${TYPICAL_EPISODES_PER_SECOND} episodes per second and slot, a typical core; nothing has finished here yet`
      : `${Math.round(measured.median)} episodes per second and slot, the median of the last ${measured.runs} finished runs here`;
  const waitingBefore = countRuns(ctx.db, { experimentId: null, states: ["queued"], search: "" });
  return { episodes, slots, seconds: slots === 0 ? null : work / slots, basis, waitingBefore };
}

/** What a launch would do, without doing it: variants, everything wrong, lints, cost, and the exact command. */
export function planLaunch(ctx: ServiceContext, input: PlanInput): LaunchPlan {
  const manifest = requireRecipe(input.recipe);
  const { variants, issues } = checkMatrix(manifest, input.matrix);
  const seeds = [...new Set(input.matrix.seeds)];
  const wrong = new Set(issues.map((issue) => issue.variant));
  const right = wrong.has(null) ? [] : variants.filter((v) => !wrong.has(v.label));
  const first = variants[0];
  return {
    variants: right.map((variant) => {
      const reward = manifest.rewardConfig(variant.params);
      return {
        ...variant,
        changed: changedParams(manifest.fields, first.params, variant.params),
        reward,
        rewardHash: sha256(canonicalJson(reward)),
      };
    }),
    seeds,
    runs: variants.length * seeds.length,
    issues,
    lints: mergeLints(manifest, right),
    command: first
      ? ["node", "workers/trainer/main.ts", ...trainerArgs(manifest, first.params, seeds[0])]
      : [],
    varies: manifest.fields
      .map((f) => f.name)
      .filter((name) => variants.some((v) => v.params[name] !== first?.params[name])),
    estimate: estimate(ctx, manifest, right, seeds.length),
  };
}
