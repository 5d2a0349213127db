import { selectProblemOutcomes } from "#db/queries/episodes.ts";
import type { EvaluationDetail, ProblemRow } from "../../contracts/evaluation.ts";
import type { ServiceContext } from "../context.ts";
import { requireHead } from "./head.ts";
import { rerankedRows } from "../../../packs/repair/services/reranked.ts";
import { labelSetsOf } from "./episode.ts";
import { typeParts } from "../../contracts/problem-type.ts";
import { evaluationMetrics, isOfAnswers, isOfPrograms, solvedByPart, solvedWithin } from "./metric-cards.ts";
import type { EvaluationTotals } from "#db/queries/evaluations.ts";

/**
 * The final evaluations of a run at its last evaluated step, in the order in which they were made. The first counts: one that is
 * repeated until it is good would count by its luck.
 */
export function finalsOf(totals: readonly EvaluationTotals[]): EvaluationTotals[] {
  const finals = totals.filter(({ evaluation }) => evaluation.final);
  const last = Math.max(...finals.map(({ evaluation }) => evaluation.trainStep ?? 0));
  return finals
    .filter(({ evaluation }) => (evaluation.trainStep ?? 0) === last)
    .toSorted((a, b) => a.evaluation.at - b.evaluation.at);
}

/** The final evaluation that counts for a run: of several, as after a resume, the first of those at the last step. */
export const finalOf = (totals: readonly EvaluationTotals[]): EvaluationTotals | undefined =>
  finalsOf(totals)[0];

/** An evaluation with its metrics, all computed from its per-problem rows at this moment. */
export function getEvaluation(ctx: ServiceContext, id: string): EvaluationDetail {
  const evaluation = requireHead(ctx, id);
  const outcomes = selectProblemOutcomes(ctx.db, id);
  const integers = outcomes.filter((row) => row.integers > 0);
  return {
    evaluation,
    metrics: evaluationMetrics(outcomes),
    programs: isOfPrograms(outcomes),
    answers: isOfAnswers(outcomes),
    reranked: rerankedRows(outcomes, evaluation.protocol),
    rrAtK: solvedWithin(outcomes, evaluation.protocol.maxSteps),
    byLevel: solvedByPart(outcomes, (row) => [row.level]),
    byType: solvedByPart(outcomes, (row) => typeParts(row.type)),
    integers: {
      problems: integers.length,
      solved: integers.filter((row) => row.solved).length,
      confirmed: outcomes.filter((row) => row.confirmed === true).length,
      refuted: outcomes.filter((row) => row.confirmed === false).length,
    },
    labelSets: labelSetsOf(ctx, id),
    asOf: ctx.now(),
  };
}

/** The outcome on every problem, in the order the population names them. */
export function evaluationProblems(ctx: ServiceContext, id: string): ProblemRow[] {
  requireHead(ctx, id);
  return selectProblemOutcomes(ctx.db, id).map(
    ({ integers: _integers, faults: _faults, passAt1: _1, passAt8: _8, sampledAt5: _s, ...row }) => row,
  );
}
