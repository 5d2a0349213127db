import { type BenchmarkRecord, selectBenchmarkByName } from "#db/queries/benchmarks.ts";
import type { Db } from "#db/client.ts";
import { selectHeldSet } from "#db/queries/held-sets.ts";
import { PROBLEM_SET, TRAIN_SET } from "../../../workers/protocol/inputs.ts";
import type { Params, RecipeManifest } from "../../../workers/protocol/manifest.ts";
import { selectProblemSetOfRun } from "#db/queries/inputs.ts";
import type { PlanIssue } from "../../contracts/launch/plan.ts";
import { writeCount } from "../../wording/counts.ts";
import { heldText } from "../../wording/verdicts/ledger.ts";
import type { FilledSlot } from "../inputs/fill-slots.ts";

/** The registered benchmark that the parameters name; null where they name none, or one that is not there. */
export function namedBenchmark(db: Db, manifest: RecipeManifest, params: Params): BenchmarkRecord | null {
  for (const { kind, name } of manifest.fields)
    if (kind === "problems" && params[name] !== "generated")
      return selectBenchmarkByName(db, String(params[name])) ?? null;
  return null;
}

/** What is wrong with the problems that a run is to have, as far as it is known before they are read. */
export function problemIssues(
  db: Db,
  manifest: RecipeManifest,
  params: Params,
  filled: readonly FilledSlot[],
): PlanIssue[] {
  const issue = (field: string, message: string): PlanIssue => ({ field, message, variant: null });
  const issues: PlanIssue[] = [];
  for (const { kind, name } of manifest.fields) {
    if (kind !== "problems" || params[name] === "generated") continue;
    if (selectBenchmarkByName(db, String(params[name]))) continue;
    const wanted = String(params[name]).slice(0, 120);
    issues.push(
      issue(
        name,
        `There is no benchmark "${wanted}". Register it with "npx ablab benchmark add DIR --name N", or use "generated".`,
      ),
    );
  }
  const given = filled.find(({ slot }) => slot === PROBLEM_SET);
  const set = given ? selectProblemSetOfRun(db, given.fromRunId) : namedBenchmark(db, manifest, params);
  // Problems that a run holds out of a set are no training ones only where it trains on another set.
  const trains = manifest.trainSteps(params) > 0;
  const trainSet = filled.find(({ slot }) => slot === TRAIN_SET);
  const trainedOn = trainSet ? selectProblemSetOfRun(db, trainSet.fromRunId) : set;
  if (trains && trainedOn && selectHeldSet(db, trainedOn.hash))
    issues.push(issue(trainSet ? TRAIN_SET : "problems", heldText(trainedOn.name)));
  const level = params.only_level;
  if (
    set &&
    level !== undefined &&
    level !== "all" &&
    set.summary.levels.every(({ word }) => word !== level)
  ) {
    const has = set.summary.levels.map(({ word, count }) => `${word} ${writeCount(count)}`).join(", ");
    issues.push(
      issue("only_level", `"${set.name}" has no problem of the level ${String(level)}. It has: ${has}.`),
    );
  }
  return issues;
}
