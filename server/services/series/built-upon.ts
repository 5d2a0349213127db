import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";
import { selectAttemptsOfRun, type AttemptRecord } from "#db/queries/attempts.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { ServiceContext } from "../context.ts";
import { lastUpTo } from "./last-up-to.ts";

/** An attempt, up to the train step that a later one went on from; null: all of it. */
export interface UsedAttempt {
  id: string;
  upTo: number | null;
}

/** A series as far as the run builds upon it. */
export interface UsedSeries extends UsedAttempt {
  series: SeriesFacts;
}

/** What the latest of a run's attempts builds upon, itself first, then backwards; nothing before one that began anew. */
export function builtUpon(attempts: readonly Pick<AttemptRecord, "id" | "begun">[]): UsedAttempt[] {
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const used: UsedAttempt[] = [];
  let attempt = attempts.at(-1);
  let upTo: number | null = null;
  while (attempt !== undefined && !used.some(({ id }) => id === attempt?.id)) {
    used.push({ id: attempt.id, upTo });
    const from = attempt.begun?.checkpoint;
    if (from?.step == null) break;
    upTo = upTo === null ? from.step : Math.min(upTo, from.step);
    attempt = byId.get(from.attemptId);
  }
  return used;
}

/** The attempts behind the values of a run whose latest attempt that is. */
export const usedAttempts = (
  ctx: ServiceContext,
  { id, runId, n }: Pick<AttemptRecord, "id" | "runId" | "n">,
): UsedAttempt[] =>
  n === 1
    ? [{ id, upTo: null }]
    : builtUpon(selectAttemptsOfRun(ctx.db, runId).map(({ attempt }) => attempt));

/** Series of such attempts by metric, in the order of the attempts; of all metrics where `metrics` is null. */
export function usedSeries(
  store: PointStore,
  used: readonly UsedAttempt[],
  metrics: readonly string[] | null = null,
): Map<string, UsedSeries[]> {
  const ids = used.map(({ id }) => id);
  const byAttempt = Map.groupBy(store.series(ids, metrics), ({ attemptId }) => attemptId);
  const all = used.flatMap((one) => (byAttempt.get(one.id) ?? []).map((series) => ({ ...one, series })));
  return Map.groupBy(all, ({ series }) => series.metric);
}

/**
 * The values of a metric at the last `steps` train steps of a run, counted back from its last one, across its attempts; newest
 * first, at least one. `used` are series of the metric along the train step.
 */
export function lastStepValues(
  store: PointStore,
  used: readonly UsedSeries[],
  steps: number,
): { x: number; value: number; at: number }[] {
  const found: { x: number; value: number; at: number }[] = [];
  let first: number | null = null;
  // Where a later attempt sent the step that it went on from once more, that counts.
  let below = Infinity;
  for (const { series, upTo } of used) {
    if (series.axis !== DEFAULT_AXIS) continue;
    const to = upTo ?? series.lastX;
    const last = to === null ? null : to === series.lastX ? to : (lastUpTo(store, series.id, to)?.x ?? null);
    if (last === null) continue;
    first ??= last - steps;
    if (last <= first) break;
    for (const { x, value, at } of [...store.read(series.id, { from: first, to })].toReversed())
      for (let i = x.length - 1; i >= 0; i--)
        if (x[i] > first && x[i] < below) found.push({ x: x[i], value: value[i], at: at[i] });
    below = Math.min(below, series.firstX ?? Infinity);
  }
  return found;
}
