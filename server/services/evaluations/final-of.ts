import type { EvaluationTotals } from "#db/queries/evaluations.ts";

/** The final evaluation that counts for a run: of several, as after a resume, the one made last. */
export function finalOf(totals: readonly EvaluationTotals[]): EvaluationTotals | undefined {
  return totals
    .filter(({ evaluation }) => evaluation.final)
    .reduce<EvaluationTotals | undefined>(
      (latest, one) => (latest && latest.evaluation.at > one.evaluation.at ? latest : one),
      undefined,
    );
}
