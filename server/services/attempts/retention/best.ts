import { pointStore } from "#db/points/open-point-store.ts";
import type { Db } from "#db/client.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import { metricInfo } from "../../../../workers/protocol/metrics.ts";
import { recipeOf } from "../../recipes/book.ts";

/** A checkpoint as far as its rank depends on it. */
export interface Ranked {
  id: number;
  attemptId: string;
  trainStep: number | null;
}

/** Of values at ascending steps the last finite one at or before each step; null before the first. */
export function valuesAt(
  points: readonly { x: number; value: number }[],
  steps: readonly number[],
): (number | null)[] {
  const finite = points.filter(({ value }) => Number.isFinite(value));
  return steps.map((step) => finite.findLast(({ x }) => x <= step)?.value ?? null);
}

/**
 * The checkpoint of a run with the best value of its primary metric at or before its step, the earlier one of equal ones; null
 * where that is not known: no direction, no step, or no value.
 */
export function bestCheckpoint(db: Db, run: RunRecord, checkpoints: readonly Ranked[]): number | null {
  const metric = recipeOf(db, run)?.primary ?? "";
  const { better } = metricInfo(metric);
  if (metric === "" || better === null) return null;
  const store = pointStore(db);
  const ids = [...new Set(checkpoints.map(({ attemptId }) => attemptId))];
  const points = new Map<string, { x: number; value: number }[]>();
  for (const { id, attemptId, axis } of store.series(ids, [metric])) {
    if (axis !== DEFAULT_AXIS) continue;
    const all = [];
    for (const { x, value } of store.read(id, { from: null, to: null }))
      for (let i = 0; i < x.length; i++) all.push({ x: x[i], value: value[i] });
    points.set(attemptId, all);
  }
  const sign = better === "higher" ? 1 : -1;
  let best: { id: number; value: number } | null = null;
  for (const { id, attemptId, trainStep } of checkpoints.toSorted(
    (a, b) => (a.trainStep ?? 0) - (b.trainStep ?? 0),
  )) {
    if (trainStep === null) continue;
    const [value] = valuesAt(points.get(attemptId) ?? [], [trainStep]);
    if (value !== null && (best === null || sign * (value - best.value) > 0)) best = { id, value };
  }
  return best?.id ?? null;
}
