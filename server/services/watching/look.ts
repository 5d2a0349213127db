import { hasAlert } from "#db/queries/alerts/alerts.ts";
import { type AlertRuleRecord, selectAlertRules } from "#db/queries/alerts/rules.ts";
import {
  selectCursor,
  selectLiveWatched,
  selectStateChanges,
  selectWatched,
  updateCursor,
  type WatchedAttempt,
} from "#db/queries/alerts/watch.ts";
import { isDamagedPoints } from "../../errors.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { fireAlert, type NewAlert } from "../alerts/fire.ts";
import { isDueAgain } from "../clock.ts";
import { commit, type ServiceContext } from "../context.ts";
import {
  type AttemptMemory,
  newMemory,
  nonFiniteAlert,
  objectionAlerts,
  ruleAlerts,
} from "./metric-alerts.ts";
import { stateAlert } from "./state-alerts.ts";

/** What is kept between looks. A restart looks at everything that goes on once more; causes that have fired stay silent. */
export interface Watch {
  /** Runs that got points, or whose rules changed, since they were looked at. */
  due: Set<string>;
  attempts: Map<string, AttemptMemory>;
  /** The rules as of the last look; null before the first. */
  rules: string | null;
  stop(): void;
}

/** A run that goes on is looked at once in so long, however fast it sends. */
const EVERY_MS = 5000;
/** Changes of state in one look, and runs that go on. */
const CHANGES = 12;
const RUNS = 10;
/** Runs that are asked for, of which some were looked at a moment ago. */
const ASKED = 100;

/** Begins to watch: from here on runs that get points are due. */
export function startWatch(ctx: ServiceContext): Watch {
  const due = new Set<string>();
  const stop = ctx.live.subscribe(({ advanced }) => {
    for (const runId of Object.keys(advanced)) due.add(runId);
  });
  return { due, attempts: new Map(), rules: null, stop };
}

function memoryOf(watch: Watch, attemptId: string): AttemptMemory {
  const memory = watch.attempts.get(attemptId) ?? newMemory();
  watch.attempts.set(attemptId, memory);
  return memory;
}

/** Points that cannot be read say nothing, and keep nobody else from being told. */
function unlessDamaged<T>(work: () => T[]): T[] {
  try {
    return work();
  } catch (error) {
    if (!isDamagedPoints(error)) throw error;
    return [];
  }
}

/** Runs whose turn it is: those that ended now, and of those that got points the ones that were not looked at for a while. */
function turnOf(ctx: ServiceContext, watch: Watch, ended: readonly string[]): WatchedAttempt[] {
  const asked = [...watch.due].slice(0, ASKED);
  const found = selectWatched(ctx.db, asked);
  const known = new Set(found.map(({ runId }) => runId));
  // Deleted meanwhile, or in the queue.
  for (const runId of asked) if (!known.has(runId)) watch.due.delete(runId);
  const isDue = ({ id, state }: WatchedAttempt) =>
    isEnded(state) || isDueAgain(ctx, watch.attempts.get(id)?.lookedAt, EVERY_MS);
  const due = found.filter(isDue).slice(0, RUNS);
  return [...new Map([...selectWatched(ctx.db, ended), ...due].map((one) => [one.id, one])).values()];
}

function lookAtAttempt(
  ctx: ServiceContext,
  watch: Watch,
  rules: readonly AlertRuleRecord[],
  attempt: WatchedAttempt,
): NewAlert[] {
  const memory = memoryOf(watch, attempt.id);
  memory.lookedAt = ctx.now();
  watch.due.delete(attempt.runId);
  return unlessDamaged(() => [
    ...[nonFiniteAlert(ctx, attempt)].filter((one) => one !== null),
    ...objectionAlerts(ctx, attempt),
    ...ruleAlerts(ctx, rules, attempt, memory),
  ]);
}

/**
 * Looks at what changed since the last look and says what is worth saying, each cause once: ends, silences, values that are not
 * finite, objections, and conditions that people wrote. How far changes of state were looked at is stored with what they said,
 * so a server that is killed misses none and repeats none.
 */
export function lookForAlerts(ctx: ServiceContext, watch: Watch): void {
  const changes = selectStateChanges(ctx.db, selectCursor(ctx.db), CHANGES);
  const rules = selectAlertRules(ctx.db).filter(({ enabled }) => enabled);
  const live = selectLiveWatched(ctx.db);
  const asked = rules.map(({ id, revision }) => `${id}:${revision}`).join();
  // A rule that is new, and a server that is, look at everything that goes on.
  if (asked !== watch.rules) for (const { runId } of live) watch.due.add(runId);
  watch.rules = asked;

  const ended = changes.filter(({ to }) => isEnded(to)).map(({ runId }) => runId);
  const [silences, conditions] = [true, false].map((is) =>
    rules.filter(({ condition }) => (condition === "silent") === is),
  );
  const found = [
    ...changes.flatMap((change) => stateAlert(ctx, change) ?? []),
    ...turnOf(ctx, watch, ended).flatMap((attempt) => lookAtAttempt(ctx, watch, conditions, attempt)),
    ...(silences.length === 0
      ? []
      : live.flatMap((one) => unlessDamaged(() => ruleAlerts(ctx, silences, one, memoryOf(watch, one.id))))),
  ].filter(({ cause }) => !hasAlert(ctx.db, cause));
  const goOn = new Set(live.map(({ id }) => id));
  for (const id of watch.attempts.keys()) if (!goOn.has(id)) watch.attempts.delete(id);

  if (changes.length === 0 && found.length === 0) return;
  commit(ctx, (scope) => {
    for (const alert of found) fireAlert(scope, ctx.now(), alert);
    if (changes.length > 0) updateCursor(scope.db, changes[changes.length - 1].id);
  });
}
