import type { AttemptRecord } from "#db/queries/attempts.ts";
import { selectPoints, selectSeries, POINT_KINDS, type StoredPoint } from "#db/queries/points.ts";
import { selectRunsByIds, type RunRecord } from "#db/queries/runs.ts";
import { findRecipe } from "../../../workers/recipes/catalog.ts";
import { RUN_RULES } from "../../checks/registry.ts";
import type { CheckedSeries, RunFacts } from "../../checks/rule.ts";
import { bySeverity, type Objection } from "../../contracts/objection.ts";
import type { ServiceContext } from "../context.ts";
import { baselineTwins } from "./baseline-twins.ts";
import { rewardNoiseOf } from "./reward-noise-of.ts";

const REWARDS = ["reward/raw", "reward/shaped"];

const WATCHED = [
  ...REWARDS,
  "group/std",
  "group/zero_share",
  "group/all_solved_share",
  "group/all_failed_share",
  "optim/grad_norm",
  "policy/kl",
  "policy/entropy",
];

const NON_FINITE: Record<number, number> = {
  [POINT_KINDS.nan]: Number.NaN,
  [POINT_KINDS.posInf]: Number.POSITIVE_INFINITY,
  [POINT_KINDS.negInf]: Number.NEGATIVE_INFINITY,
};

/** A stored point as the number the run said. */
export function pointValue(point: StoredPoint): number {
  return point.kind === POINT_KINDS.number ? (point.value as number) : NON_FINITE[point.kind];
}

const resamples = (run: RunRecord | undefined): boolean =>
  (run && findRecipe(run.recipe)?.resamplesDeadGroups(run.params)) ?? false;

type SeriesOfAttempt = Map<string, CheckedSeries>;

function readSeries(
  ctx: ServiceContext,
  attemptIds: string[],
  metrics: string[],
): Map<string, SeriesOfAttempt> {
  const byAttempt = new Map<string, SeriesOfAttempt>();
  for (const s of selectSeries(ctx.db, attemptIds, metrics)) {
    const points = selectPoints(ctx.db, s.id);
    const series = byAttempt.get(s.attemptId) ?? new Map<string, CheckedSeries>();
    series.set(s.metric, { metric: s.metric, x: points.map((p) => p.x), value: points.map(pointValue) });
    byAttempt.set(s.attemptId, series);
  }
  return byAttempt;
}

/** What the run-health rules say of each attempt, worst first. */
export function runObjections(ctx: ServiceContext, attempts: AttemptRecord[]): Map<string, Objection[]> {
  const runs = new Map(
    selectRunsByIds(
      ctx.db,
      attempts.map((a) => a.runId),
    ).map((r) => [r.id, r]),
  );
  const own = attempts.map((a) => a.id);
  const byAttempt = readSeries(ctx, own, WATCHED);
  const twins = baselineTwins(ctx, [...runs.values()]);
  const absent = [...twins.values()].map((t) => t.attemptId).filter((id) => !byAttempt.has(id));
  const ofTwins = readSeries(ctx, [...new Set(absent)], REWARDS);
  return new Map(
    attempts.map((attempt) => {
      const run = runs.get(attempt.runId);
      const twin = twins.get(attempt.runId);
      const series = twin && (byAttempt.get(twin.attemptId) ?? ofTwins.get(twin.attemptId));
      const facts: RunFacts = {
        series: byAttempt.get(attempt.id) ?? new Map<string, CheckedSeries>(),
        resamplesDeadGroups: resamples(run),
        config: run?.label ?? "",
        noise: run ? rewardNoiseOf(run) : null,
        reference: twin && series ? { config: twin.config, series } : null,
      };
      return [attempt.id, bySeverity(RUN_RULES.flatMap((rule) => rule.check(facts)))];
    }),
  );
}
