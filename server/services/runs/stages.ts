import { type AttemptRecord, selectRunStages } from "#db/queries/attempts.ts";
import type { Db } from "#db/client.ts";
import type { StageOfRun } from "../../contracts/rollouts/stage-of-run.ts";
import type { EvaluationSummary } from "../../contracts/evaluation-summary.ts";

/** Stages of a run over its attempts: of an earlier one those that a later one, which went on from a checkpoint, did not make anew. */
function joinedStages(db: Db, attempts: readonly Pick<AttemptRecord, "id" | "begun">[]) {
  let joined: ReturnType<typeof selectRunStages> = [];
  for (const { id, begun } of attempts) {
    const own = selectRunStages(db, id);
    const from = begun?.checkpoint?.step ?? null;
    // The stage of the step after a checkpoint was said before that was written.
    if (from !== null) joined = [...joined.filter(({ trainStep }) => trainStep <= from + 1), ...own];
    else if (own.length > 0) joined = own;
  }
  return joined;
}

/**
 * The stages of a run, each with the last evaluation that was made in it. A stage ends with the step
 * before the next one; the last one ends with the run, at `lastStep`, or goes on where that is null.
 */
export function stagesOfRun(
  db: Db,
  attempts: readonly Pick<AttemptRecord, "id" | "begun">[],
  evaluations: readonly EvaluationSummary[],
  lastStep: number | null,
): StageOfRun[] {
  const stages = joinedStages(db, attempts);
  return stages.map(({ trainStep: from, change, name, reason, weights }, k) => {
    const next = stages[k + 1]?.trainStep;
    const to = next === undefined ? lastStep : next - 1;
    const inside = evaluations.filter((e) => e.trainStep >= from && e.trainStep <= (to ?? Infinity));
    const last = inside.toSorted((a, b) => a.trainStep - b.trainStep).at(-1);
    return {
      from,
      to,
      change,
      name,
      reason,
      weights,
      measured: last ? { evaluation: last.id, trainStep: last.trainStep, lead: last.lead } : null,
    };
  });
}
