import type { AlertRuleRecord } from "#db/queries/alerts/rules.ts";
import { selectNonFinite, selectSeriesNamed, type WatchedAttempt } from "#db/queries/alerts/watch.ts";
import { hasAlert } from "#db/queries/alerts/alerts.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { KnownPoints, Step } from "#db/points/point-store.ts";
import type { Finding } from "../../contracts/finding.ts";
import { isHeard } from "../../contracts/run-lifecycle.ts";
import { namesOf } from "../../checks/health/as-ours.ts";
import { saysNotFinite } from "../../checks/health/not-finite.ts";
import { conditionWords } from "../../wording/alerts.ts";
import { writePlace } from "../../wording/charts/axes.ts";
import { countOf, listFirst } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import { writeDuration } from "../../wording/times.ts";
import type { NewAlert } from "../alerts/fire.ts";
import { elapsedSince } from "../clock.ts";
import type { ServiceContext } from "../context.ts";
import type { Budget } from "../runs/checks/walk.ts";
import { lookOnce } from "../runs/findings.ts";
import { type Followed, followPoints, NOT_FOLLOWED, type Stretch } from "./stretch.ts";

/** What is kept of an attempt between two looks. */
export interface AttemptMemory {
  /** How far the series of a rule was looked at, by rule, revision and series. */
  followed: Map<string, Followed>;
  /** Rules, with their revision, that have said what they had to say. */
  done: Set<string>;
  /** For silence: how far a metric had come, and since when it has not come further. */
  still: Map<string, { reached: string; since: number }>;
  /** How far a series was searched for its first value that is not finite. */
  searched: { seriesId: number; at: number } | null;
  lookedAt: number;
}

export const newMemory = (): AttemptMemory => ({
  followed: new Map(),
  done: new Set(),
  still: new Map(),
  searched: null,
  lookedAt: -Infinity,
});

/** One look at an attempt: as many points as the budget says are read, and the rest in the next looks. */
export interface Look {
  ctx: ServiceContext;
  attempt: WatchedAttempt;
  memory: AttemptMemory;
  budget: Budget;
  /** Attempts that go on, this one among them. */
  live: number;
  /** Something is left for the next look. */
  isUnfinished: boolean;
}

/** Reading one piece of a series costs as much as so many points. */
const PIECE = 400;

/** Goes through a series behind an x while the budget lasts; `use` says when it has seen enough. True where it got to an end. */
function goThrough(
  look: Look,
  seriesId: number,
  after: number,
  takes: (known: KnownPoints) => boolean,
  use: (step: Step) => boolean,
): boolean {
  const store = pointStore(look.ctx.db);
  for (let at = after; look.budget.left > 0;) {
    const step = store.step(seriesId, at, takes);
    if (!step || use(step)) return true;
    at = step.reached;
    look.budget.left -= PIECE + ("points" in step ? step.points.x.length : 0);
  }
  look.isUnfinished = true;
  return false;
}

const isFinite = ({ nan, posInf, negInf }: KnownPoints): boolean => nan + posInf + negInf === 0;

/** The first x at which a series is not finite; null where it is again, as after a later value at the same x; or not found yet. */
function firstNonFinite(look: Look, seriesId: number): number | null | "not yet" {
  const { memory } = look;
  let at = memory.searched?.seriesId === seriesId ? memory.searched.at : -Infinity;
  let found: number | null = null;
  const isThrough = goThrough(look, seriesId, at, isFinite, (step) => {
    at = step.reached;
    if (!("points" in step)) return false;
    const i = step.points.value.findIndex((one) => !Number.isFinite(one));
    if (i >= 0) found = step.points.x[i];
    return i >= 0;
  });
  memory.searched = { seriesId, at };
  return isThrough ? found : "not yet";
}

const NAMED = 3;

/** The first NaN or infinity of an attempt, whatever metrics it reached by then. */
export function nonFiniteAlert(look: Look): NewAlert | null {
  const { ctx, attempt, memory } = look;
  const { id, runId, name } = attempt;
  const cause = `nan:${id}`;
  if (memory.done.has(cause)) return null;
  if (hasAlert(ctx.db, cause)) {
    memory.done.add(cause);
    return null;
  }
  // Of a run that speaks what waits to be written to its series is seen in a later look; of another one there is none.
  if (!isHeard(attempt.state)) pointStore(ctx.db).series([id], null);
  const found = selectNonFinite(ctx.db, id);
  if (found.length === 0) return null;
  const [first] = found;
  const x = firstNonFinite(look, first.id);
  if (x === "not yet") return null;
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

const isFinding = (one: Finding): boolean => one.severity === "error" && !saysNotFinite(one);

/** A check is asked of a live run at most so often; its page asks oftener. */
const STALE_MS = 10_000;
/** So many live runs take a hundredth of a core; of more each is asked less often, so that all together take no more than that. */
const OFTEN = 20;
const MOST_STALE_MS = 60_000;

const staleMs = (live: number): number => Math.min(MOST_STALE_MS, STALE_MS * Math.max(1, live / OFTEN));

/** What checks object to in a run, each once. */
export function findingAlerts(look: Look): NewAlert[] {
  const { ctx, attempt, budget } = look;
  const { findings, isDone } = lookOnce(ctx, attempt, budget, staleMs(look.live));
  if (!isDone) look.isUnfinished = true;
  return findings.filter(isFinding).map(({ rule, metric, claim, evidence }) => ({
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

/** Whether no point of a stretch can meet a condition, by what is known of them. */
const cannotMeet =
  (condition: "above" | "below", value: number) =>
  ({ min, max, posInf, negInf }: KnownPoints): boolean =>
    condition === "above" ? posInf === 0 && !(max > value) : negInf === 0 && !(min < value);

/** Goes on through the series that a rule is about; the alert where its condition is met. */
function followRule(look: Look, rule: AlertRuleRecord): NewAlert | null {
  const { ctx, attempt, memory } = look;
  const { condition, value, span, unit } = rule;
  if (condition === "silent" || value === null) return null;
  const [series] = selectSeriesNamed(ctx.db, attempt.id, namesOf([rule.metric]));
  if (!series) return null;
  const key = `${keyOf(rule)}:${series.id}`;
  let followed = memory.followed.get(key) ?? NOT_FOLLOWED;
  let found: Stretch | null = null;
  goThrough(look, series.id, followed.lastX, cannotMeet(condition, value), (step) => {
    if ("points" in step) {
      const { met, after } = followPoints({ condition, value, span, unit }, followed, step.points);
      followed = after;
      found = met;
    } else followed = { lastX: step.reached, open: null };
    return found !== null;
  });
  memory.followed.set(key, followed);
  return found && ruleAlert(rule, attempt, stretchWords(series.metric, rule, found));
}

/** Silence is counted by the clock of this server, from when it saw the last value come. */
function silentRule({ ctx, attempt, memory }: Look, rule: AlertRuleRecord): NewAlert | null {
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
export function ruleAlerts(look: Look, rules: readonly AlertRuleRecord[]): NewAlert[] {
  const { ctx, attempt, memory } = look;
  return rules.flatMap((rule) => {
    const key = keyOf(rule);
    if (memory.done.has(key) || !watches(rule, attempt)) return [];
    if (hasAlert(ctx.db, causeOf(rule, attempt))) {
      memory.done.add(key);
      return [];
    }
    const check = rule.condition === "silent" ? silentRule : followRule;
    return check(look, rule) ?? [];
  });
}
