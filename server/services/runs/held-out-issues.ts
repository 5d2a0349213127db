import { type BenchmarkRecord, selectContents } from "#db/queries/benchmarks.ts";
import type { Db } from "#db/client.ts";
import { selectProblemSetOfRun } from "#db/queries/inputs.ts";
import { PROBLEM_SET, TRAIN_SET } from "../../../workers/protocol/inputs.ts";
import type { RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { ProblemParams } from "../../../workers/protocol/problems/problem-params.ts";
import type { PipelineStage } from "../../contracts/launch/launch.ts";
import type { Variant } from "../../contracts/launch/matrix.ts";
import type { PlanIssue } from "../../contracts/launch/plan.ts";
import { ServiceError } from "../../errors.ts";
import { allPlayable, heldOutContents, type Split, trainSetLeak } from "../../importers/held-out.ts";
import { createRecent, type Recent } from "../../numbers/recent.ts";
import { type FilledSlot, fillSlots, givenInputs } from "../inputs/fill-slots.ts";
import type { ServiceContext } from "../context.ts";
import { checkMatrix } from "./check-matrix.ts";
import { fixedSources } from "../inputs/fixed-sources.ts";
import { requireRecipe } from "./require-recipe.ts";
import { namedBenchmark } from "./problem-issues.ts";

/** Contents that are kept in memory, of all held-out parts together. */
const KEPT = 100_000;

const known = new WeakMap<Db["$client"], Recent<ReadonlySet<string>>>();

/**
 * What a split holds out of a set, or of generated problems where there is none. A form asks with every change of any field, and
 * thousands of problems are made for an answer, so the latest are kept: by the content of the set and by what the split reads.
 */
function heldOutOf(db: Db, set: BenchmarkRecord | null, params: Split): ReadonlySet<string> {
  const { problem_seed, holdout_share, eval_problems, only_level, level } = params;
  const recent = known.get(db.$client) ?? createRecent(KEPT, (contents) => contents.size);
  known.set(db.$client, recent);
  const read = set ? [set.hash, holdout_share, only_level] : [level];
  const key = JSON.stringify([problem_seed, eval_problems, ...read]);
  const found = recent.get(key) ?? heldOutContents(set && selectContents(db, set.id), params);
  recent.set(key, found);
  return found;
}

/**
 * Variants that would train on problems that they hold out: of a set that is there already. What a run still has to make, and
 * sets with problems that cannot be played, are judged by the trainer, by the same rule.
 */
export function heldOutIssues(
  db: Db,
  manifest: RecipeManifest,
  variants: readonly Variant[],
  filled: readonly FilledSlot[],
): PlanIssue[] {
  const setOf = (slot: string) => {
    const from = filled.find((one) => one.slot === slot);
    return from && selectProblemSetOfRun(db, from.fromRunId);
  };
  const trainSet = setOf(TRAIN_SET);
  if (!trainSet || !allPlayable(trainSet.summary)) return [];
  const isGiven = filled.some(({ slot }) => slot === PROBLEM_SET);
  const given = setOf(PROBLEM_SET);
  if (isGiven && !given) return [];
  const train = selectContents(db, trainSet.id);
  return variants.flatMap(({ label, params }) => {
    const wanted = ProblemParams.safeParse(params);
    if (!wanted.success) return [];
    const whole = given ?? namedBenchmark(db, manifest, params);
    if (whole ? !allPlayable(whole.summary) : wanted.data.problems !== "generated") return [];
    const heldOut = heldOutOf(db, whole, wanted.data);
    const message = trainSetLeak(train, wanted.data.train_problems, heldOut);
    return message === null ? [] : [{ field: TRAIN_SET, message, variant: label }];
  });
}

/** Refuses the first such variant of a launch. Contents never change, so this is asked before anything is written. */
export function refuseHeldOut(ctx: ServiceContext, stages: readonly PipelineStage[]): void {
  for (const stage of stages) {
    if (!(TRAIN_SET in stage.inputs)) continue;
    const manifest = requireRecipe(ctx, stage.recipe);
    const { filled } = fillSlots(ctx.db, manifest, fixedSources(stage), Object.keys(stage.inputs));
    const { variants } = checkMatrix(manifest, stage.matrix, givenInputs(filled));
    const [wrong] = heldOutIssues(ctx.db, manifest, variants, filled);
    if (!wrong) continue;
    const where = [stages.length > 1 ? `stage ${stage.key}` : null, wrong.variant].filter(Boolean);
    throw new ServiceError("invalid", [...where, wrong.message].join(": "), { field: TRAIN_SET });
  }
}
