import { selectRunStages } from "#db/queries/attempts.ts";
import type { Db } from "#db/client.ts";
import type { StageOfRun } from "../../contracts/rollouts/stage-of-run.ts";
import type { EvaluationSummary } from "../../contracts/run.ts";

/**
 * The stages of the last attempt that said any, each with the last evaluation that was made in it. A stage ends with the step
 * before the next one; the last one ends with the run, at `lastStep`, or goes on where that is null.
 */
export function stagesOfRun(
  db: Db,
  attemptIds: readonly string[],
  evaluations: readonly EvaluationSummary[],
  lastStep: number | null,
): StageOfRun[] {
  const stages = attemptIds.map((id) => selectRunStages(db, id)).findLast((of) => of.length > 0) ?? [];
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
