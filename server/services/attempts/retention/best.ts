import { pointStore } from "#db/points/open-point-store.ts";
import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";
import type { Db } from "#db/client.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import { metricInfo } from "../../../../workers/protocol/metrics/metrics.ts";
import { recipeOf } from "../../recipes/book.ts";

/** A checkpoint as far as its rank depends on it. */
export interface Ranked {
  id: number;
  attemptId: string;
  trainStep: number | null;
}

/** How far back from a step its value is looked for at first, in steps; ten times as far each time it is not found. */
const LOOKED_BACK = 100;

/** The last finite value of a series at or before a step; null before the first. Reads the neighbours of that step alone. */
export function valueAt(
  store: Pick<PointStore, "read">,
  { id, firstX }: Pick<SeriesFacts, "id" | "firstX">,
  step: number,
): number | null {
  if (firstX === null) return null;
  for (let back = LOOKED_BACK, to = step; to >= firstX; back *= 10) {
    const from = Math.max(firstX, to - back);
    let found: number | null = null;
    for (const { value } of store.read(id, { from, to }))
      found = value.findLast((one) => Number.isFinite(one)) ?? found;
    if (found !== null || from === firstX) return found;
    to = from;
  }
  return null;
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
  const series = new Map(
    store
      .series(ids, [metric])
      .filter(({ axis }) => axis === DEFAULT_AXIS)
      .map((facts) => [facts.attemptId, facts]),
  );
  const sign = better === "higher" ? 1 : -1;
  let best: { id: number; value: number } | null = null;
  for (const { id, attemptId, trainStep } of checkpoints.toSorted(
    (a, b) => (a.trainStep ?? 0) - (b.trainStep ?? 0),
  )) {
    if (trainStep === null) continue;
    // A series without a finite value is not searched for one.
    const facts = series.get(attemptId);
    const value = facts && facts.min !== null ? valueAt(store, facts, trainStep) : null;
    if (value !== null && (best === null || sign * (value - best.value) > 0)) best = { id, value };
  }
  return best?.id ?? null;
}
