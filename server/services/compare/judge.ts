import { pointStore } from "#db/points/open-point-store.ts";
import { answersDiffer } from "../../checks/answer-budget.ts";
import { answerTokens } from "../series/answer-tokens.ts";
import { usedAttempts, usedSeries } from "../series/built-upon.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectPolicies } from "#db/queries/evaluations.ts";
import { selectCommonProblems } from "#db/queries/compare.ts";
import { stepSeries } from "#db/points/read-series.ts";
import { type EvaluationMetricName } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { isDefinedByProtocol } from "../../../workers/protocol/metrics/metric-kinds.ts";
import type { Finding } from "../../contracts/finding.ts";
import type { ValueOnRecord } from "../../contracts/on-record.ts";
import { rolloutsDiffer } from "../../checks/effort.ts";
import { ofSeveralPolicies } from "../../checks/several-policies.ts";
import { forbidding, judge } from "../../checks/judge.ts";
import { notRankedWords } from "../../checks/registry.ts";
import type { Side } from "../../checks/on-record.ts";
import type { ServiceContext } from "../context.ts";
import { runProtocols } from "../comparability/logged-protocols.ts";
import { trainingRewards, trainsWithReward } from "../comparability/rewards.ts";
import { treatmentsOf } from "../comparability/values.ts";
import { madeEvaluation, wayReader } from "../comparability/ways.ts";
import type { ResolvedSide } from "./resolve-sides.ts";

/** What the rules say of some evaluations, each beside the first. */
export interface Judged {
  findings: Finding[];
  /** Not all are of the same problems. While that is so no side has a difference. */
  otherProblems: boolean;
  /** Why a side has no difference to the first in a metric, in words; null where it may have one. */
  why(metric: EvaluationMetricName, side: number): string | null;
  /** How each was made, in words. */
  protocols: string[];
  /** Identity of the problems that each has rows for. */
  problems: string[];
}

/** Asked first: what is said of every outcome on problems. Of the others only what is said of them besides. */
const EVERY: EvaluationMetricName = "eval/rr";
const DIAGNOSIS: EvaluationMetricName = "eval/da";
const BESIDES = [DIAGNOSIS, "reward/raw", "reward/shaped"];
const CALLED: Record<string, string | null> = { [EVERY]: null, [DIAGNOSIS]: "da.root" };

const COMMON = { key: "the common problems", words: "the common problems" };

function onRecordOf(ctx: ServiceContext, sides: ResolvedSide[], common: boolean): ValueOnRecord[] {
  const attempts = new Map(
    selectLatestAttempts(ctx.db, [...new Set(sides.map(({ run }) => run.id))]).map((a) => [a.runId, a.id]),
  );
  const treatments = treatmentsOf(ctx.db, [...attempts.values()]);
  const rewardOf = trainingRewards(
    ctx,
    sides.map(({ run }) => run.rewardHash),
  );
  const protocolOf = runProtocols(
    ctx.db,
    sides.map(({ run }) => run.id),
  );
  const read = wayReader(ctx.db);
  return sides.map(({ run, evaluation, population }) => {
    const way = read(madeEvaluation({ evaluation, population: population.name, of: population.n }));
    return {
      runId: run.id,
      reward: trainsWithReward(ctx.db, run) ? rewardOf(run.rewardHash) : null,
      ways: [common ? { ...way, problems: COMMON } : way],
      statedProblems: null,
      runProtocol: protocolOf(run.id),
      unrecorded: false,
      trainSteps: [evaluation.trainStep],
      startWeights: treatments.get(attempts.get(run.id) ?? "")?.startWeights ?? [],
      seenNames: treatments.get(attempts.get(run.id) ?? "")?.seenNames ?? [],
    };
  });
}

/** Training episodes that each policy had drawn when it was measured at the end; null earlier, or where none is on record. */
function episodesOf(ctx: ServiceContext, sides: ResolvedSide[]): (number | null)[] {
  const attempts = new Map(
    selectLatestAttempts(ctx.db, [...new Set(sides.map(({ run }) => run.id))]).map((a) => [a.id, a.runId]),
  );
  const drawn = new Map(
    stepSeries(ctx.db, [...attempts.keys()], ["progress/episodes"]).map((s) => [
      attempts.get(s.attemptId),
      s.lastValue,
    ]),
  );
  return sides.map(({ run, evaluation }) => (evaluation.final ? (drawn.get(run.id) ?? null) : null));
}

/** Mean tokens of an answer of each policy that was measured at the end; null earlier, or where they were not logged. */
function tokensOf(ctx: ServiceContext, sides: ResolvedSide[]): (number | null)[] {
  const store = pointStore(ctx.db);
  const latest = selectLatestAttempts(ctx.db, [...new Set(sides.map(({ run }) => run.id))]);
  const tokens = new Map(
    latest.map((attempt) => [
      attempt.runId,
      answerTokens(store, usedSeries(store, usedAttempts(ctx, attempt))),
    ]),
  );
  return sides.map(({ run, evaluation }) => (evaluation.final ? (tokens.get(run.id) ?? null) : null));
}

/** What the comparability rules say of each side beside the first. With `common` all count the same problems. */
function judgeSides(ctx: ServiceContext, resolved: ResolvedSide[], common: boolean): Judged {
  const known = onRecordOf(ctx, resolved, common);
  const sides = known.map((one, i): Side => ({ name: resolved[i].name, of: [one] }));
  const episodes = episodesOf(ctx, resolved);
  const tokens = tokensOf(ctx, resolved);
  const policiesOf = selectPolicies(
    ctx.db,
    resolved.map(({ evaluation }) => evaluation.id),
  );
  const mixed = resolved.flatMap(({ name, run, evaluation }) => {
    const policies = policiesOf.get(evaluation.id) ?? [];
    const seeds = policies.length > 1 ? [{ seed: run.seed, policies }] : [];
    return ofSeveralPolicies({ config: name, severalPolicies: seeds }, EVERY);
  });
  const beside = (metric: string, i: number) => judge(metric, [sides[0], sides[i]], 0).findings;
  const bySide = sides.map((_, i) => {
    if (i === 0) return [];
    const every = beside(EVERY, i);
    const said = new Set(every.map(({ rule }) => rule));
    const besides = BESIDES.flatMap((metric) => beside(metric, i).filter(({ rule }) => !said.has(rule)));
    const effort = [0, i].map((place) => ({
      config: sides[place].name,
      episodes: episodes[place],
      answerTokens: tokens[place],
    }));
    const [base, own] = effort;
    return [...every, ...besides, ...rolloutsDiffer(own, base, EVERY), ...answersDiffer(own, base, EVERY)];
  });
  const all = [...bySide.flat(), ...mixed];
  const problems = known.map(({ ways: [way] }) => way.problems.key);
  const otherProblems = new Set(problems).size > 1;
  return {
    findings: all.map((o) =>
      o.metric !== null && o.metric in CALLED ? { ...o, metric: CALLED[o.metric] } : o,
    ),
    otherProblems,
    why(metric, i) {
      const own = [
        ...forbidding(bySide[i], EVERY),
        ...(isDefinedByProtocol(metric) ? forbidding(bySide[i], metric) : []),
      ];
      return notRankedWords(own) ?? (otherProblems ? notRankedWords(forbidding(all, EVERY)) : null);
    },
    protocols: known.map(({ ways: [way] }) => way.protocol.words),
    problems,
  };
}

export interface CommonJudged {
  judged: Judged;
  /** Problems that all sides have; null where the sides have the same problems anyway. */
  shared: string[] | null;
  /** The problems that everything counts; null is all of each side. */
  only: string[] | null;
}

/**
 * What may be compared, and on which problems. `common` restricts sides with other problems to those that all have;
 * where no problem is shared there is nothing to restrict to, and the sides stay apart.
 */
export function judgeCommon(ctx: ServiceContext, sides: ResolvedSide[], common: boolean): CommonJudged {
  const judged = judgeSides(ctx, sides, false);
  if (!judged.otherProblems) return { judged, shared: null, only: null };
  const shared = selectCommonProblems(
    ctx.db,
    sides.map((side) => side.evaluation.id),
  );
  if (!common || shared.length === 0) return { judged, shared, only: null };
  return { judged: judgeSides(ctx, sides, true), shared, only: shared };
}
