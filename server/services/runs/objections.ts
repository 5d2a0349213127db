import type { AttemptRecord } from "#db/queries/attempts.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { POINT_KINDS, type StoredPoint } from "#db/points/read-points.ts";
import {
  countRuns,
  type RunFilter,
  type RunRecord,
  selectRunPageByIds,
  selectRunsByIds,
} from "#db/queries/runs.ts";
import { selectLatestJudged, selectTwins, type TwinRow } from "#db/queries/twins.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { scopeId } from "../projects/find.ts";
import { recipeOf } from "../recipes/book.ts";
import type { Objection } from "../../contracts/objection.ts";
import { bySeverity } from "../../judgement/by-severity.ts";
import { asOurs, namesOf } from "../../judgement/health/as-ours.ts";
import { groupObjections } from "../../judgement/group-objections.ts";
import { rewardRescaled } from "../../judgement/health/rescaled-reward.ts";
import { RULES, RUN_RULES } from "../../judgement/registry.ts";
import type { CheckedSeries, RunFacts } from "../../judgement/health/run-rule.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { elapsedSince } from "../clock.ts";
import type { ServiceContext } from "../context.ts";
import { rewardNoiseOf } from "./reward-noise-of.ts";
import type { Db } from "#db/client.ts";
import type { ObjectingRuns } from "../../contracts/run.ts";
import type { RuleInfo } from "../../judgement/rule.ts";

/** Every rule that may object, for the page that explains them. */
export function listRules(): readonly RuleInfo[] {
  return RULES;
}

const LOOKED_AT = 200;
const EVERYTHING: RunFilter = { experimentId: null, states: null, search: "" };

const isSaidAloud = ({ severity }: Objection): boolean => severity !== "note";

/** Of the latest runs those that a rule cautions about or objects to, whatever their state. */
export function objectingRuns(ctx: ServiceContext, project?: string | null): ObjectingRuns {
  const projectId = scopeId(ctx, project);
  const latest = selectLatestJudged(ctx.db, LOOKED_AT, projectId);
  const found = runObjections(
    ctx,
    latest.flatMap(({ attempt }) => attempt ?? []),
  );
  const said = new Map(
    latest.flatMap(({ runId, attempt }) => {
      const objections = ((attempt && found.get(attempt.id)) ?? []).filter(isSaidAloud);
      return objections.length > 0 ? [[runId, objections] as const] : [];
    }),
  );
  const runs = selectRunPageByIds(ctx.db, [...said.keys()]).map(({ run, experiment }) => ({
    id: run.id,
    name: run.name,
    experimentId: run.experimentId,
    experiment,
    objections: said.get(run.id) ?? [],
  }));
  return { runs, lookedAt: latest.length, total: countRuns(ctx.db, { ...EVERYTHING, projectId }) };
}

/** A look at a run takes a while; the sidebar asks once a second on every open page. */
const COUNTING = { budgetMs: 20, staleMs: 10_000 };

/**
 * How many lines the page of checks has: rules that say something aloud of runs of one experiment, by the last look at each of
 * the latest runs; null while some wait for their first.
 */
export function countObjecting(ctx: ServiceContext, projectId: string | null = null): number | null {
  const latest = selectLatestJudged(ctx.db, LOOKED_AT, projectId);
  const attempts = latest.flatMap(({ attempt }) => attempt ?? []);
  const last = lastObjections(ctx, attempts, COUNTING);
  if (last.size < attempts.length) return null;
  return groupObjections(
    latest.map(({ experimentId, attempt }) => ({
      experimentId,
      objections: (attempt && last.get(attempt.id)) ?? [],
    })),
  ).length;
}

/** What the rules said of an attempt when its points, and those of the run it is read against, were in this state. */
interface Judged {
  state: string;
  objections: Objection[];
  /** When the rules looked, ms. */
  at: number;
  /** The attempt had ended by then. */
  ended: boolean;
}

/** Verdicts by attempt. One that has ended is judged once; one that runs, again when its points have advanced. */
interface ObjectionsCache {
  /** The verdict on this state, or nothing where the rules have not seen it. */
  get(attemptId: string, state: string): Objection[] | undefined;
  /** The last verdict, whatever it was on. */
  last(attemptId: string): Judged | undefined;
  set(attemptId: string, judged: Judged): void;
}

/** Most attempts have nothing said against them: an entry is then some hundred bytes. */
const MOST = 50_000;

const caches = new WeakMap<Db["$client"], ObjectionsCache>();

function createCache(): ObjectionsCache {
  const judged = new Map<string, Judged>();
  return {
    get(attemptId, state) {
      const known = judged.get(attemptId);
      return known?.state === state ? known.objections : undefined;
    },
    last: (attemptId) => judged.get(attemptId),
    set(attemptId, verdict) {
      judged.delete(attemptId);
      judged.set(attemptId, verdict);
      const [oldest] = judged.keys();
      if (judged.size > MOST) judged.delete(oldest);
    },
  };
}

/** The verdicts on the runs of this database; forgotten with the process. */
function objectionsCache(db: Db): ObjectionsCache {
  const known = caches.get(db.$client);
  if (known) return known;
  const made = createCache();
  caches.set(db.$client, made);
  return made;
}

/** What the rules look at, and what others call it. */
const READ = [...new Set(RUN_RULES.flatMap(({ reads }) => reads))];
const WATCHED = namesOf(READ);
const REWARDS = rewardRescaled.reads;

const NON_FINITE: Record<number, number> = {
  [POINT_KINDS.nan]: Number.NaN,
  [POINT_KINDS.posInf]: Number.POSITIVE_INFINITY,
  [POINT_KINDS.negInf]: Number.NEGATIVE_INFINITY,
};

/** A stored point as the number the run said. */
export function pointValue(point: StoredPoint): number {
  return point.kind === POINT_KINDS.number ? (point.value as number) : NON_FINITE[point.kind];
}

/** What of an attempt is needed to judge it. */
export type JudgedAttempt = Pick<AttemptRecord, "id" | "runId" | "state" | "endedAt" | "lastSeq">;

type SeriesOfAttempt = Map<string, CheckedSeries>;

const resamples = (db: Db, run: RunRecord | undefined): boolean =>
  (run && recipeOf(db, run)?.resamplesDeadGroups(run.params)) ?? false;

/** Series by our names, whatever the run called them. */
function readSeries(ctx: ServiceContext, attemptId: string, metrics: readonly string[]): SeriesOfAttempt {
  const store = pointStore(ctx.db);
  const own = store.series([attemptId], namesOf(metrics)).filter(({ axis }) => axis === DEFAULT_AXIS);
  const sent = new Map(
    own.map(({ id, metric }) => {
      const blocks = [...store.read(id, { from: null, to: null })];
      const x = blocks.flatMap((block) => [...block.x]);
      return [metric, { metric, x, value: blocks.flatMap((block) => [...block.value]) }];
    }),
  );
  return asOurs(sent, metrics);
}

function judge(ctx: ServiceContext, attempt: JudgedAttempt, twin: TwinRow | undefined): Objection[] {
  const [run] = selectRunsByIds(ctx.db, [attempt.runId]);
  const facts: RunFacts = {
    series: readSeries(ctx, attempt.id, READ),
    resamplesDeadGroups: resamples(ctx.db, run),
    config: run?.label ?? "",
    noise: run ? rewardNoiseOf(run) : null,
    reference: twin ? { config: twin.config, series: readSeries(ctx, twin.attemptId, REWARDS) } : null,
  };
  return bySeverity(RUN_RULES.flatMap((rule) => rule.check(facts)));
}

/** How far the watched series of attempts that still run have come, in words that differ when a point was added. */
function reaches(ctx: ServiceContext, attemptIds: string[]): Map<string, string> {
  const said = new Map<string, string>();
  for (const { attemptId, id, n, lastX, lastAt, mean } of pointStore(ctx.db).series(attemptIds, WATCHED))
    said.set(attemptId, `${said.get(attemptId) ?? ""} ${id}:${n}:${lastX}:${lastAt}:${mean}`);
  return said;
}

interface Question {
  attempt: JudgedAttempt;
  twin: TwinRow | undefined;
  /** What the verdict depends on; another text is another verdict. */
  state: string;
}

/** An attempt that has ended gets no more points: its end says all. */
function questions(ctx: ServiceContext, attempts: readonly JudgedAttempt[]): Question[] {
  const runIds = attempts.map((a) => a.runId);
  const twins = new Map(selectTwins(ctx.db, runIds).map((twin) => [twin.runId, twin]));
  const live = [
    ...attempts.filter((a) => !isEnded(a.state)).map((a) => a.id),
    ...[...twins.values()].filter((t) => !isEnded(t.state)).map((t) => t.attemptId),
  ];
  const reached = live.length === 0 ? new Map<string, string>() : reaches(ctx, [...new Set(live)]);
  const stateOf = (id: string, of: Pick<JudgedAttempt, "state" | "endedAt" | "lastSeq">) =>
    isEnded(of.state) ? `${of.state} ${of.endedAt} ${of.lastSeq}` : (reached.get(id) ?? "nothing yet");
  return attempts.map((attempt) => {
    const twin = twins.get(attempt.runId);
    const against = twin ? `${twin.attemptId} ${twin.config} ${stateOf(twin.attemptId, twin)}` : "";
    return { attempt, twin, state: `${stateOf(attempt.id, attempt)} against ${against}` };
  });
}

function answer(ctx: ServiceContext, { attempt, twin, state }: Question): Objection[] {
  const cache = objectionsCache(ctx.db);
  const known = cache.get(attempt.id, state);
  if (known) return known;
  const found = judge(ctx, attempt, twin);
  cache.set(attempt.id, { state, objections: found, at: ctx.now(), ended: isEnded(attempt.state) });
  return found;
}

/** What the run-health rules say of each attempt, worst first. */
export function runObjections(
  ctx: ServiceContext,
  attempts: readonly JudgedAttempt[],
): Map<string, Objection[]> {
  return new Map(questions(ctx, attempts).map((question) => [question.attempt.id, answer(ctx, question)]));
}

/**
 * Looks at attempts one after the other and lets other work of the process go between them, for at most about `budgetMs`
 * but at one at least; what is left then is not in the answer.
 */
export async function readObjections(
  ctx: ServiceContext,
  attempts: readonly JudgedAttempt[],
  budgetMs: number,
): Promise<Map<string, Objection[]>> {
  const found = new Map<string, Objection[]>();
  const deadline = performance.now() + budgetMs;
  let looks = 0;
  for (const question of questions(ctx, attempts)) {
    const isKnown = objectionsCache(ctx.db).get(question.attempt.id, question.state) !== undefined;
    if (!isKnown && looks > 0 && performance.now() > deadline) continue;
    found.set(question.attempt.id, answer(ctx, question));
    if (isKnown) continue;
    looks += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

/**
 * The last verdict on each attempt, for a count that many pages show: one that runs is looked at again only after `staleMs`.
 * Looks for at most about `budgetMs`, but at one at least; an attempt that nobody has looked at by then is left out.
 */
export function lastObjections(
  ctx: ServiceContext,
  attempts: readonly JudgedAttempt[],
  { budgetMs, staleMs }: { budgetMs: number; staleMs: number },
): Map<string, Objection[]> {
  const cache = objectionsCache(ctx.db);
  const due = attempts.filter(({ id, state }) => {
    const last = cache.last(id);
    return !last || (isEnded(state) ? !last.ended : elapsedSince(ctx, last.at) >= staleMs);
  });
  const deadline = performance.now() + budgetMs;
  for (const [i, question] of questions(ctx, due).entries())
    if (i === 0 || performance.now() < deadline) answer(ctx, question);
  return pastObjections(
    ctx,
    attempts.map(({ id }) => id),
  );
}

/** The last verdicts without any look at all, however old; an attempt without one is left out. */
export function pastObjections(ctx: ServiceContext, attemptIds: readonly string[]): Map<string, Objection[]> {
  const cache = objectionsCache(ctx.db);
  return new Map(
    attemptIds.flatMap((id) => {
      const last = cache.last(id);
      return last ? [[id, last.objections] as const] : [];
    }),
  );
}
