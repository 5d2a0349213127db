import type { PointStore, SeriesFacts } from "#db/points/point-store.ts";
import { selectAttemptsOfRun, type AttemptRecord } from "#db/queries/attempts.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { MACHINE_AXIS } from "../../../workers/protocol/machine/machine-metrics.ts";
import type { Begun, CheckpointOnRecord } from "../../contracts/attempts/continuing.ts";
import type { ServiceContext } from "../context.ts";
import { lastUpTo } from "./last-up-to.ts";
import { nextUp } from "./neighbour.ts";

/** An attempt, up to the train step that a later one went on from; null: all of it. */
export interface UsedAttempt {
  id: string;
  upTo: number | null;
}

/** A series as far as the run builds upon it. */
export interface UsedSeries extends UsedAttempt {
  series: SeriesFacts;
}

/** An attempt, as far as it depends on it which attempts of its run count. */
export interface InAncestry {
  id: string;
  /** From where it goes on; null or absent: from the start. */
  begun: Pick<Begun, "checkpoint"> | null;
}

/** The latest attempt and those that it goes back to, newest first, each with the checkpoint that was gone on from; null: all of it. */
export function ancestryOf(
  attempts: readonly InAncestry[],
): { id: string; leftAt: CheckpointOnRecord | null }[] {
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const ancestry: { id: string; leftAt: CheckpointOnRecord | null }[] = [];
  let attempt = attempts.at(-1);
  let leftAt: CheckpointOnRecord | null = null;
  while (attempt !== undefined && !ancestry.some(({ id }) => id === attempt?.id)) {
    ancestry.push({ id: attempt.id, leftAt });
    leftAt = attempt.begun?.checkpoint ?? null;
    attempt = leftAt === null ? undefined : byId.get(leftAt.attemptId);
  }
  return ancestry;
}

/**
 * Which attempts of a run count, here for all that reads values or lines: what the latest builds upon, itself first, then backwards,
 * each up to where it was gone on from; nothing before one that began anew, or went on from a step that nobody knows.
 */
export function builtUpon(attempts: readonly InAncestry[]): UsedAttempt[] {
  const used: UsedAttempt[] = [];
  for (const { id, leftAt } of ancestryOf(attempts)) {
    if (used.length > 0 && leftAt?.step == null) break;
    const ends = [used.at(-1)?.upTo, leftAt?.step].filter((end) => end != null);
    used.push({ id, upTo: ends.length > 0 ? Math.min(...ends) : null });
  }
  return used;
}

/** From which own x on an attempt's series is no part of its run's line any more. */
type Takeovers = (series: Pick<SeriesFacts, "attemptId" | "metric" | "axis" | "firstX">) => number | null;

export const nameOf = ({ metric, axis }: Pick<SeriesFacts, "metric" | "axis">): string =>
  `${axis}\n${metric}`;

/**
 * The line of a run by the same rule. Beyond where it was gone on from, and where a later attempt has a metric again, an attempt's points
 * are no part of the line; one that a later one went back behind has none. Before an attempt of which no checkpoint is on record only
 * the points tell where it began, as of a script that resumes by itself: there a line stands until its metric comes again. Readings of the
 * machine go on from one attempt to the next. An attempt takes over with its first point. `attempts`: oldest first.
 */
export function takeoversOf(
  attempts: readonly (InAncestry & { hasPoints: boolean })[],
  series: readonly SeriesFacts[],
): Takeovers {
  const begun = attempts.slice(0, attempts.findLastIndex(({ hasPoints }) => hasPoints) + 1);
  const chain = builtUpon(begun);
  const used = new Map(chain.map((one) => [one.id, one]));
  const passedOver = new Set(
    begun.slice(begun.findIndex(({ id }) => id === chain.at(-1)?.id) + 1).map(({ id }) => id),
  );
  const byAttempt = Map.groupBy(series, (s) => s.attemptId);
  const found = new Map<string, Map<string, number>>();
  let later = new Map<string, number>();
  for (const { id } of attempts.toReversed()) {
    found.set(id, later);
    later = new Map(later);
    for (const one of byAttempt.get(id) ?? []) {
      const name = nameOf(one);
      if (one.firstX !== null) later.set(name, Math.min(one.firstX, later.get(name) ?? one.firstX));
    }
  }
  return (one) => {
    const again = found.get(one.attemptId)?.get(nameOf(one)) ?? null;
    if (one.axis === MACHINE_AXIS) return again;
    const own = used.get(one.attemptId);
    if (!own) return passedOver.has(one.attemptId) ? one.firstX : again;
    if (own.upTo === null || one.axis !== DEFAULT_AXIS) return again;
    return Math.min(again ?? Infinity, nextUp(own.upTo));
  };
}

/** Series in the order of their attempts. */
export function inAttemptOrder(
  attempts: readonly { id: string }[],
  series: readonly SeriesFacts[],
): SeriesFacts[] {
  const byAttempt = Map.groupBy(series, ({ attemptId }) => attemptId);
  return attempts.flatMap(({ id }) => byAttempt.get(id) ?? []);
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
