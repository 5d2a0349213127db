import { hasAlert } from "#db/queries/alerts/alerts.ts";
import { type AlertRuleRecord, selectAlertRules } from "#db/queries/alerts/rules.ts";
import {
  selectCursor,
  selectLiveWatched,
  selectStateChanges,
  selectWatched,
  type StateChange,
  updateCursor,
  type WatchedAttempt,
} from "#db/queries/alerts/watch.ts";
import { isDamagedPoints } from "../../errors.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { fireAlert, type NewAlert } from "../alerts/fire.ts";
import { isDueAgain } from "../clock.ts";
import { commit, type ServiceContext } from "../context.ts";
import { isImported } from "./imported.ts";
import {
  type AttemptMemory,
  type Look,
  newMemory,
  nonFiniteAlert,
  findingAlerts,
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
/** Points of one attempt that are read in one look; the rest in the next ones. */
const POINTS = 32_768;

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

const beginLook = (ctx: ServiceContext, watch: Watch, attempt: WatchedAttempt, live: number): Look => ({
  ctx,
  attempt,
  live,
  memory: memoryOf(watch, attempt.id),
  budget: { left: POINTS },
  isUnfinished: false,
});

/** What the points of an attempt have to say; where they are many, a part of them, and its turn comes again soon. */
function lookAtAttempt(
  ctx: ServiceContext,
  watch: Watch,
  rules: readonly AlertRuleRecord[],
  { attempt, live }: { attempt: WatchedAttempt; live: number },
): { found: NewAlert[]; isUnfinished: boolean } {
  const look = beginLook(ctx, watch, attempt, live);
  look.memory.lookedAt = ctx.now();
  watch.due.delete(attempt.runId);
  const found = unlessDamaged(() => [
    ...[nonFiniteAlert(look)].filter((one) => one !== null),
    ...ruleAlerts(look, rules),
    ...findingAlerts(look),
  ]);
  if (look.isUnfinished) {
    look.memory.lookedAt = -Infinity;
    watch.due.add(attempt.runId);
  }
  return { found, isUnfinished: look.isUnfinished };
}

/** How far changes were looked at: up to the first whose run has ended and is not looked at to its end. */
function lookedUpTo(ends: readonly StateChange[], unfinished: ReadonlySet<string>): number | null {
  const open = ends.findIndex(({ to, runId }) => isEnded(to) && unfinished.has(runId));
  const looked = open < 0 ? ends : ends.slice(0, open);
  return looked.at(-1)?.id ?? null;
}

/**
 * Looks at what changed since the last look and says what is worth saying, each cause once: ends, silences, values that are not
 * finite, findings, and conditions that people wrote. How far changes of state were looked at is stored with what they said,
 * so a server that is killed misses none and repeats none. Returns whether more changes wait than one look takes.
 */
export function lookForAlerts(ctx: ServiceContext, watch: Watch): boolean {
  const told = selectCursor(ctx.db, "states") ?? 0;
  const looked = selectCursor(ctx.db, "ends") ?? told;
  const changes = selectStateChanges(ctx.db, told, CHANGES);
  const ends = looked === told ? changes : selectStateChanges(ctx.db, looked, CHANGES);
  const rules = selectAlertRules(ctx.db).filter(({ enabled }) => enabled);
  const live = selectLiveWatched(ctx.db);
  const asked = rules.map(({ id, revision }) => `${id}:${revision}`).join();
  // A rule that is new, and a server that is, look at everything that goes on.
  if (asked !== watch.rules) for (const { runId } of live) watch.due.add(runId);
  watch.rules = asked;

  // One that fell silent is looked at once more too: some clients tell no end.
  const ended = ends.filter(({ to }) => isEnded(to) || to === "unreachable").map(({ runId }) => runId);
  const [silences, conditions] = [true, false].map((is) =>
    rules.filter(({ condition }) => (condition === "silent") === is),
  );
  const looks = turnOf(ctx, watch, ended).map((attempt) => ({
    attempt,
    ...lookAtAttempt(ctx, watch, conditions, { attempt, live: live.length }),
  }));
  const found = [
    ...changes.flatMap((change) => stateAlert(ctx, change) ?? []),
    ...looks.flatMap((look) => look.found),
    ...(silences.length === 0
      ? []
      : live.flatMap((one) =>
          unlessDamaged(() => ruleAlerts(beginLook(ctx, watch, one, live.length), silences)),
        )),
  ].filter(({ cause }) => !hasAlert(ctx.db, cause));
  const unfinished = looks.filter(({ isUnfinished }) => isUnfinished).map(({ attempt }) => attempt);
  const goOn = new Set([...live, ...unfinished].map(({ id }) => id));
  for (const id of watch.attempts.keys()) if (!goOn.has(id)) watch.attempts.delete(id);

  const reached = {
    states: changes.at(-1)?.id ?? told,
    ends: lookedUpTo(ends, new Set(unfinished.map(({ runId }) => runId))) ?? looked,
  };
  const isBehind = reached.states > told && changes.length === CHANGES;
  if (reached.states === told && reached.ends === looked && found.length === 0) return isBehind;
  commit(ctx, (scope) => {
    for (const alert of found) {
      const isRead = alert.runId !== null && isImported(ctx, alert.runId);
      fireAlert(scope, ctx.now(), isRead ? { ...alert, asked: true } : alert);
    }
    updateCursor(scope.db, "states", reached.states);
    updateCursor(scope.db, "ends", reached.ends);
  });
  return isBehind;
}
