import { PlanInput } from "../../contracts/launch/launch.ts";
import { changedParams } from "../../contracts/launch/matrix.ts";
import type { LaunchPlan } from "../../contracts/launch/plan.ts";
import type { ServiceContext } from "../context.ts";
import { rewardHashOf } from "../comparability/rewards.ts";
import { connectedEngines } from "../workers/engines.ts";
import { fillSlots, givenInputs, shapeIssue } from "../inputs/fill-slots.ts";
import { variableLints } from "../workers/variable-lints.ts";
import { inputLints } from "../inputs/input-lints.ts";
import { checkMatrix } from "./check-matrix.ts";
import { ableWorkers, estimateRuns } from "./estimate.ts";
import { deviceIssues, launchDevices } from "./launch-devices.ts";
import { heldOutIssues } from "./held-out-issues.ts";
import { type FindValueless, joinExperiment } from "./joining/join.ts";
import { NOTHING_MISSING } from "./joining/standing.ts";
import { problemIssues } from "./problem-issues.ts";
import { requireRecipe } from "./require-recipe.ts";
import { mergeLints } from "./why-words.ts";
import { commandOf } from "../recipes/command-of.ts";
import { unhashedCodeOf } from "../recipes/unhashed-code.ts";

/** What a launch would do, without doing it: variants, everything wrong, lints, cost, and the exact command. */
export function planLaunch(
  ctx: ServiceContext,
  rawInput: PlanInput,
  findValueless?: FindValueless,
): LaunchPlan {
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
  const issues = [
    ...slots.issues,
    ...matrixIssues,
    ...shapes,
    ...leaks,
    ...deviceIssues([manifest], input.device),
  ];
  const seeds = [...new Set(input.matrix.seeds)];
  const wrong = new Set(issues.map((issue) => issue.variant));
  const right = wrong.has(null) ? [] : variants.filter((v) => !wrong.has(v.label));
  const first = variants[0];
  const joins = input.experiment
    ? joinExperiment(ctx, input.experiment, manifest, right, slots.filled, { seeds, findValueless })
    : null;
  const isThere = (label: string, seed: number) =>
    input.missing && joins?.runs[label].some((run) => run.seed === seed && !run.lacking) === true;
  const launched = new Map(
    right.map(({ label }) => [label, seeds.filter((seed) => !isThere(label, seed)).length]),
  );
  const there = right.length * seeds.length - [...launched.values()].reduce((sum, n) => sum + n, 0);
  if (there > 0 && there === variants.length * seeds.length)
    issues.push({ field: "seeds", message: NOTHING_MISSING, variant: null });
  const planned = right.map(({ label, params }) => ({ manifest, params, runs: launched.get(label) ?? 0 }));
  const able = ableWorkers(ctx, [{ manifest }], input.on);
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
    estimate: estimateRuns(ctx, planned, able, input.device),
    devices: launchDevices(ctx, planned.slice(0, 1), able, input.device),
    engines: connectedEngines(ctx, [manifest]),
    unhashedCode: unhashedCodeOf(ctx, manifest.slug, manifest.version),
  };
}
