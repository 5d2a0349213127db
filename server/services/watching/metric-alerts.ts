import type { AlertRuleRecord } from "#db/queries/alerts/rules.ts";
import { selectNonFinite, selectSeriesNamed, type WatchedAttempt } from "#db/queries/alerts/watch.ts";
import { hasAlert } from "#db/queries/alerts/alerts.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { Objection } from "../../contracts/objection.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { namesOf } from "../../judgement/health/as-ours.ts";
import { saysNotFinite } from "../../judgement/health/not-finite.ts";
import { conditionWords } from "../../wording/alerts.ts";
import { writePlace } from "../../wording/axes.ts";
import { countOf, listFirst } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import { writeDuration } from "../../wording/times.ts";
import type { NewAlert } from "../alerts/fire.ts";
import { elapsedSince } from "../clock.ts";
import type { ServiceContext } from "../context.ts";
import { lastObjections, runObjections } from "../runs/objections.ts";
import { type Followed, followPoints, NOT_FOLLOWED, type Stretch } from "./stretch.ts";

/** What is kept of an attempt between two looks. */
export interface AttemptMemory {
  /** How far the series of a rule was looked at, by rule, revision and series. */
  followed: Map<string, Followed>;
  /** Rules, with their revision, that have said what they had to say. */
  done: Set<string>;
  /** For silence: how far a metric had come, and since when it has not come further. */
  still: Map<string, { reached: string; since: number }>;
  lookedAt: number;
}

export const newMemory = (): AttemptMemory => ({
  followed: new Map(),
  done: new Set(),
  still: new Map(),
  lookedAt: -Infinity,
});

/** The first x at which a series is not finite; null where it is again, as after a later value at the same x. */
function firstNonFinite(ctx: ServiceContext, seriesId: number): number | null {
  for (const { x, value } of pointStore(ctx.db).read(seriesId, { from: null, to: null })) {
    const i = value.findIndex((one) => !Number.isFinite(one));
    if (i >= 0) return x[i];
  }
  return null;
}

const NAMED = 3;

/** The first NaN or infinity of an attempt, whatever metrics it reached by then. */
export function nonFiniteAlert(ctx: ServiceContext, { id, runId, name }: WatchedAttempt): NewAlert | null {
  const found = selectNonFinite(ctx.db, id);
  const cause = `nan:${id}`;
  if (found.length === 0 || hasAlert(ctx.db, cause)) return null;
  const [first] = found;
  const x = firstNonFinite(ctx, first.id);
  const metrics = [...new Set(found.map(({ metric }) => metric))];
  const where = x === null ? "" : `, first at step ${writePlace(x)}`;
  return {
    cause,
    kind: "nan",
    level: "problem",
    title: `${name} has values that are not finite`,
    why: `${listFirst(metrics, NAMED)}: ${countOf(first.n, "value")} of ${first.metric} ${first.n > 1 ? "are" : "is"} NaN or infinite${where}.`,
    runId,
  };
}

const isObjection = (one: Objection): boolean => one.severity === "objection" && !saysNotFinite(one);

/** A check is asked of a live run at most so often; its page asks oftener. */
const STALE_MS = 10_000;

/** What checks object to in a run, each once. */
export function objectionAlerts(ctx: ServiceContext, attempt: WatchedAttempt): NewAlert[] {
  const found = isEnded(attempt.state)
    ? runObjections(ctx, [attempt])
    : lastObjections(ctx, [attempt], { budgetMs: 0, staleMs: STALE_MS });
  return (found.get(attempt.id) ?? []).filter(isObjection).map(({ rule, metric, claim, evidence }) => ({
    cause: `objection:${attempt.runId}:${rule}:${metric ?? ""}`,
    kind: "objection",
    level: "problem",
    title: `${attempt.name}: ${claim}`,
    why: `Check ${rule} objects: ${evidence}`,
    runId: attempt.runId,
  }));
}

/** Whether a rule watches an attempt. */
export function watches({ scope, of }: AlertRuleRecord, attempt: WatchedAttempt): boolean {
  if (scope === "run") return attempt.runId === of;
  if (scope === "experiment") return attempt.experimentId === of;
  return scope === "project" || attempt.tags.includes(of ?? "");
}

const keyOf = ({ id, revision }: AlertRuleRecord): string => `${id}:${revision}`;
const causeOf = (rule: AlertRuleRecord, attempt: WatchedAttempt): string =>
  `rule:${keyOf(rule)}:${attempt.id}`;

function ruleAlert(rule: AlertRuleRecord, attempt: WatchedAttempt, seen: string): NewAlert {
  const when = conditionWords(rule);
  return {
    cause: causeOf(rule, attempt),
    kind: "rule",
    rule: rule.id,
    level: rule.level,
    title: `${attempt.name}: ${rule.name || when}`,
    why: `${seen} The rule: ${when}; it fires once for each attempt of a run.`,
    runId: attempt.runId,
  };
}

function stretchWords(metric: string, { condition, value }: AlertRuleRecord, met: Stretch): string {
  if (met.points < 2) return `${metric} was ${writeNumber(met.value)} at ${writePlace(met.toX)}.`;
  const long = `${countOf(met.points, "point")}, ${writeDuration(met.toAt - met.fromAt)}`;
  return `${metric} was ${condition} ${writeNumber(value)} from ${writePlace(met.fromX)} to ${writePlace(met.toX)} (${long}), last ${writeNumber(met.value)}.`;
}

/** Goes on through the series that a rule is about; the alert where its condition is met. */
function followRule(
  ctx: ServiceContext,
  rule: AlertRuleRecord,
  attempt: WatchedAttempt,
  memory: AttemptMemory,
): NewAlert | null {
  const { condition, value, span, unit } = rule;
  if (condition === "silent" || value === null) return null;
  const [series] = selectSeriesNamed(ctx.db, attempt.id, namesOf([rule.metric]));
  if (!series) return null;
  const key = `${keyOf(rule)}:${series.id}`;
  let followed = memory.followed.get(key) ?? NOT_FOLLOWED;
  const from = Number.isFinite(followed.lastX) ? followed.lastX : null;
  for (const block of pointStore(ctx.db).read(series.id, { from, to: null })) {
    const { met, after } = followPoints({ condition, value, span, unit }, followed, block);
    followed = after;
    if (met) return ruleAlert(rule, attempt, stretchWords(series.metric, rule, met));
  }
  memory.followed.set(key, followed);
  return null;
}

/** Silence is counted by the clock of this server, from when it saw the last value come. */
function silentRule(
  ctx: ServiceContext,
  rule: AlertRuleRecord,
  attempt: WatchedAttempt,
  memory: AttemptMemory,
): NewAlert | null {
  if (attempt.state !== "running") {
    memory.still.delete(keyOf(rule));
    return null;
  }
  const [series] = selectSeriesNamed(ctx.db, attempt.id, namesOf([rule.metric]));
  const reached = series ? `${series.id}:${pointStore(ctx.db).revision(series.id)}` : "";
  const known = memory.still.get(keyOf(rule));
  if (known?.reached !== reached) {
    memory.still.set(keyOf(rule), { reached, since: ctx.now() });
    return null;
  }
  const silent = elapsedSince(ctx, known.since);
  if (silent < rule.span * 60_000) return null;
  return ruleAlert(
    rule,
    attempt,
    `No new value of ${series?.metric ?? rule.metric} came for ${writeDuration(silent)}${series ? "" : ", and none came before"}.`,
  );
}

/** What rules of people have to say of an attempt. */
export function ruleAlerts(
  ctx: ServiceContext,
  rules: readonly AlertRuleRecord[],
  attempt: WatchedAttempt,
  memory: AttemptMemory,
): NewAlert[] {
  return rules.flatMap((rule) => {
    const key = keyOf(rule);
    if (memory.done.has(key) || !watches(rule, attempt)) return [];
    if (hasAlert(ctx.db, causeOf(rule, attempt))) {
      memory.done.add(key);
      return [];
    }
    const check = rule.condition === "silent" ? silentRule : followRule;
    return check(ctx, rule, attempt, memory) ?? [];
  });
}
