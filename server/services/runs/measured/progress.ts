import type { RunPageRow } from "#db/queries/runs.ts";
import type { Reach } from "../../../contracts/reach.ts";
import { isScriptVersion } from "../../../../workers/protocol/recipes/script-version.ts";

/** Of a run that plans train episodes: where it is among its train steps, whatever it does before the first one. */
export const TRAIN_METRICS = ["progress/episodes", "progress/updates"];

/** Metrics whose last point says how far a run is, the first that it has: train steps, else epochs. */
export const PROGRESS_METRICS = [...TRAIN_METRICS, "sft/loss", "prm/loss"];

/**
 * How far a run is, by the x of the last point of each metric; undefined where it has none that says so. The epochs of an
 * SFT start are no steps of a training that goes on with others: its progress would begin twice.
 */
export function stepBy(
  { plannedEpisodes }: { plannedEpisodes: number },
  lastX: (metric: string) => number | undefined,
): number | undefined {
  const metrics = plannedEpisodes > 0 ? TRAIN_METRICS : PROGRESS_METRICS;
  return metrics.map(lastX).find((x) => x !== undefined);
}

/** How far a run from outside is: its client's word, where no metric of ours says it. What is prepared before its start is no step. */
export const toldStep = ({
  run,
  attempt,
}: {
  run: Pick<RunPageRow["run"], "origin" | "recipeVersion">;
  attempt: Pick<NonNullable<RunPageRow["attempt"]>, "startedAt" | "phaseStep"> | null;
}): number | null => {
  const isOfScript = isScriptVersion(run.recipeVersion);
  if (isOfScript && attempt?.startedAt === null) return null;
  return run.origin === "external" || isOfScript ? (attempt?.phaseStep ?? null) : null;
};

/**
 * How far a script came of what it planned: its exit code says nothing of that. Null where no number of steps was planned, and of
 * our own trainers, which leave with 0 after their last step alone.
 */
export const reachOf = (row: {
  run: Pick<RunPageRow["run"], "origin" | "recipeVersion" | "plannedSteps">;
  attempt: Pick<NonNullable<RunPageRow["attempt"]>, "startedAt" | "phaseStep"> | null;
}): Reach | null =>
  isScriptVersion(row.run.recipeVersion) ? { step: toldStep(row), planned: row.run.plannedSteps } : null;
