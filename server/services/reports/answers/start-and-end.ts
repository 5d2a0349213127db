import type { EvaluationTotals } from "#db/queries/evaluations.ts";

/**
 * The first evaluation of a run that was made as its final one was, and the final one; null where they are one, or there is
 * none. `all` is by train step, as the store gives them.
 */
export function startAndEnd(
  all: readonly EvaluationTotals[],
): [start: EvaluationTotals, end: EvaluationTotals] | null {
  const end = all.findLast((t) => t.evaluation.final);
  const start = all.find((t) => t.evaluation.protocolHash === end?.evaluation.protocolHash);
  return start && end && start !== end ? [start, end] : null;
}
