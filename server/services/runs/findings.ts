import { POINT_KINDS } from "#db/points/read-points.ts";
import type { StoredPoint } from "#db/points/read-series.ts";
import { countRuns, type RunFilter, selectRunPageByIds } from "#db/queries/runs.ts";
import { selectLatestJudged } from "#db/queries/aa-controls.ts";
import { selectDismissals } from "#db/queries/dismissals.ts";
import { scopeId } from "../projects/find.ts";
import type { Finding } from "../../contracts/finding.ts";
import { isWarning } from "../../contracts/is-warning.ts";
import { groupFindings } from "../../checks/group-findings.ts";
import { BEING_COMPUTED, isBeingComputed } from "../../checks/health/being-computed.ts";
import { RULES } from "../../checks/registry.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { elapsedSince } from "../clock.ts";
import type { ServiceContext } from "../context.ts";
import type { Sliced } from "../series/sliced.ts";
import type { ObjectingRuns } from "../../contracts/run.ts";
import type { RuleInfo } from "../../checks/rule.ts";
import { goOnChecking } from "./checks/rounds.ts";
import { type JudgedAttempt, questions, verdictsOf } from "./checks/verdicts.ts";
import type { Budget } from "./checks/walk.ts";

/** Every rule that may object, for the page that explains them. */
export function listRules(): readonly RuleInfo[] {
  return RULES;
}

const LOOKED_AT = 200;
const EVERYTHING: RunFilter = { experimentId: null, states: null, search: "" };

/** Of the latest runs those that a rule cautions about or objects to, whatever their state. */
export function objectingRuns(ctx: ServiceContext, project?: string | null): ObjectingRuns {
  const projectId = scopeId(ctx, project);
  const latest = selectLatestJudged(ctx.db, LOOKED_AT, projectId);
  const attempts = latest.flatMap(({ attempt }) => attempt ?? []);
  const found = runFindings(ctx, attempts);
  const said = new Map(
    latest.flatMap(({ runId, attempt }) => {
      const findings = ((attempt && found.get(attempt.id)) ?? []).filter(isWarning);
      return findings.length > 0 ? [[runId, findings] as const] : [];
    }),
  );
  const runs = selectRunPageByIds(ctx.db, [...said.keys()]).map(({ run, experiment }) => ({
    id: run.id,
    name: run.name,
    experimentId: run.experimentId,
    experiment,
    findings: said.get(run.id) ?? [],
  }));
  const pending = attempts.filter(({ id }) => found.get(id)?.some(isBeingComputed)).length;
  return { runs, pending, lookedAt: latest.length, total: countRuns(ctx.db, { ...EVERYTHING, projectId }) };
}

/** A look at a run takes a while; the sidebar asks once a second on every open page. */
const COUNTING = { points: 65_536, staleMs: 10_000 };

/**
 * How many lines the page of checks has: rules that say something aloud of runs of one experiment, by the last look at each of
 * the latest runs; null while some wait for their first.
 */
export function countObjecting(ctx: ServiceContext, projectId: string | null = null): number | null {
  const latest = selectLatestJudged(ctx.db, LOOKED_AT, projectId);
  const attempts = latest.flatMap(({ attempt }) => attempt ?? []);
  const last = lastFindings(ctx, attempts, { left: COUNTING.points }, COUNTING.staleMs);
  if (last.size < attempts.length) return null;
  return groupFindings(
    latest.map(({ experimentId, attempt }) => ({
      experimentId,
      findings: (attempt && last.get(attempt.id)) ?? [],
    })),
  ).length;
}

const NON_FINITE: Record<number, number> = {
  [POINT_KINDS.nan]: Number.NaN,
  [POINT_KINDS.posInf]: Number.POSITIVE_INFINITY,
  [POINT_KINDS.negInf]: Number.NEGATIVE_INFINITY,
};

/** A stored point as the number the run said. */
export function pointValue(point: StoredPoint): number {
  return point.kind === POINT_KINDS.number ? (point.value as number) : NON_FINITE[point.kind];
}

/** What was found, each finding that somebody dismissed with who did and why. */
function withDismissals(ctx: ServiceContext, found: Map<string, Finding[]>): Map<string, Finding[]> {
  for (const [attemptId, all] of selectDismissals(ctx.db, [...found.keys()])) {
    const of = ({ rule, metric }: Finding) =>
      all.find((one) => one.rule === rule && one.metric === (metric ?? ""));
    const own = (found.get(attemptId) ?? []).map((one) => {
      const known = of(one);
      return known ? { ...one, dismissed: { reason: known.reason, by: known.by, at: known.at } } : one;
    });
    found.set(attemptId, own);
  }
  return found;
}

/** Points that one request has the rules read; what is left is read in the background. */
const OF_A_REQUEST = 262_144;

/**
 * What the run-health rules say of each attempt, worst first. Where a run has so many points that they have not seen all of them
 * yet: what they said last, or that they are being computed; they go on in the background.
 */
export function runFindings(
  ctx: ServiceContext,
  attempts: readonly JudgedAttempt[],
  budget: Budget = { left: OF_A_REQUEST },
): Map<string, Finding[]> {
  const verdicts = verdictsOf(ctx.db);
  verdicts.load(
    ctx,
    attempts.map(({ id }) => id),
  );
  const found = new Map<string, Finding[]>();
  for (const question of questions(ctx, attempts)) {
    const { id, state } = question.attempt;
    const findings = verdicts.answer(ctx, question, budget);
    const last = verdicts.last(id)?.findings;
    if (!findings) goOnChecking(ctx, id, !last || isEnded(state));
    found.set(id, findings ?? last ?? [BEING_COMPUTED]);
  }
  verdicts.store(ctx);
  return withDismissals(ctx, found);
}

/** Attempts that the rules look at before others get their turn. */
const LOOKED_AT_ONCE = 25;
/** Of more runs than those that train at once a table says what the last look at each said, where that is younger. */
const YOUNG_MS = 10_000;

/** The same of many attempts in slices, with as many points for all of them. */
export function* findingsInSlices(
  ctx: ServiceContext,
  attempts: readonly JudgedAttempt[],
): Sliced<Map<string, Finding[]>> {
  const found = youngFindings(ctx, attempts);
  const others = attempts.filter(({ id }) => !found.has(id));
  const budget = { left: OF_A_REQUEST };
  for (let from = 0; from < others.length; from += LOOKED_AT_ONCE) {
    const some = others.slice(from, from + LOOKED_AT_ONCE);
    for (const [id, findings] of runFindings(ctx, some, budget)) found.set(id, findings);
    yield;
  }
  return found;
}

function youngFindings(ctx: ServiceContext, attempts: readonly JudgedAttempt[]): Map<string, Finding[]> {
  const live = attempts.filter(({ state }) => !isEnded(state)).map(({ id }) => id);
  if (live.length <= LOOKED_AT_ONCE) return new Map();
  const verdicts = verdictsOf(ctx.db);
  verdicts.load(ctx, live);
  const isYoung = (id: string): boolean => {
    const last = verdicts.last(id);
    return last !== undefined && !last.ended && elapsedSince(ctx, last.at) < YOUNG_MS;
  };
  return pastFindings(ctx, live.filter(isYoung));
}

/**
 * Looks at attempts one after the other and lets other work of the process go between them, for at most about `budgetMs`
 * but at one at least; what is left then is not in the answer.
 */
export async function readFindings(
  ctx: ServiceContext,
  attempts: readonly JudgedAttempt[],
  budgetMs: number,
): Promise<Map<string, Finding[]>> {
  const found = new Map<string, Finding[]>();
  const deadline = performance.now() + budgetMs;
  const verdicts = verdictsOf(ctx.db);
  verdicts.load(
    ctx,
    attempts.map(({ id }) => id),
  );
  let looks = 0;
  for (const asked of questions(ctx, attempts)) {
    const { attempt } = asked;
    const known = verdicts.current(asked);
    if (known) found.set(attempt.id, known);
    if (known || (looks > 0 && performance.now() > deadline)) continue;
    // Points may have come while others had their turn.
    const [question] = looks === 0 ? [asked] : questions(ctx, [attempt]);
    const findings = verdicts.answer(ctx, question, { left: OF_A_REQUEST });
    if (findings) found.set(attempt.id, findings);
    else goOnChecking(ctx, attempt.id, false);
    looks += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  verdicts.store(ctx);
  return withDismissals(ctx, found);
}

/**
 * The last verdict on each attempt; one that runs is looked at again only after `staleMs`, and of all that then wait a few in each
 * call, the oldest first. The rules read as many points as the budget says; an attempt that they have not looked at by then is left
 * out, and goes on in the background.
 */
export function lastFindings(
  ctx: ServiceContext,
  attempts: readonly JudgedAttempt[],
  budget: Budget,
  staleMs: number,
): Map<string, Finding[]> {
  const ids = attempts.map(({ id }) => id);
  const verdicts = verdictsOf(ctx.db);
  verdicts.load(ctx, ids);
  const isKnown = ({ id }: JudgedAttempt) => verdicts.last(id) !== undefined;
  const lookedAt = ({ id }: JudgedAttempt) => verdicts.last(id)?.at ?? 0;
  const stale = attempts.filter(isKnown).filter((attempt) => {
    const isOfItsEnd = verdicts.last(attempt.id)?.ended;
    return isEnded(attempt.state) ? !isOfItsEnd : elapsedSince(ctx, lookedAt(attempt)) >= staleMs;
  });
  const due = [
    ...attempts.filter((attempt) => !isKnown(attempt)),
    ...stale.toSorted((a, b) => lookedAt(a) - lookedAt(b)).slice(0, LOOKED_AT_ONCE),
  ];
  for (const question of questions(ctx, due))
    if (!verdicts.answer(ctx, question, budget)) goOnChecking(ctx, question.attempt.id, false);
  verdicts.store(ctx);
  return pastFindings(ctx, ids);
}

/**
 * What the rules say of an attempt, asked again and again: of one that runs the last verdict where it is younger than `staleMs`.
 * `isDone` is false where the budget was spent before they had seen all points; they go on in the background.
 */
export function lookOnce(
  ctx: ServiceContext,
  attempt: JudgedAttempt,
  budget: Budget,
  staleMs: number,
): { findings: Finding[]; isDone: boolean } {
  const verdicts = verdictsOf(ctx.db);
  verdicts.load(ctx, [attempt.id]);
  const last = verdicts.last(attempt.id);
  if (last && !isEnded(attempt.state) && elapsedSince(ctx, last.at) < staleMs)
    return { findings: last.findings, isDone: true };
  const [question] = questions(ctx, [attempt]);
  const found = verdicts.answer(ctx, question, budget);
  if (!found) goOnChecking(ctx, attempt.id, false);
  verdicts.store(ctx);
  return { findings: found ?? last?.findings ?? [], isDone: found !== null };
}

/** The last verdicts without any look at all, however old; an attempt without one is left out. */
export function pastFindings(ctx: ServiceContext, attemptIds: readonly string[]): Map<string, Finding[]> {
  const verdicts = verdictsOf(ctx.db);
  verdicts.load(ctx, attemptIds);
  const past = attemptIds.flatMap((id) => {
    const last = verdicts.last(id);
    return last ? [[id, last.findings] as const] : [];
  });
  return withDismissals(ctx, new Map(past));
}
