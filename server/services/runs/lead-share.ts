import type { Db } from "#db/client.ts";
import { selectFamilyCounts } from "#db/queries/evaluations.ts";
import type { LeadShare } from "../../contracts/rollouts/stage-of-run.ts";
import { solvedOfFamilies } from "../../stats/problems/family-shares.ts";
import { wilson } from "../../stats/problems/wilson.ts";

/** What the rows of an evaluation add up to, as far as its lead asks. */
export interface LeadTotals {
  /** Of the evaluation. */
  id: string;
  n: number;
  solved: number;
  solvedAt5: number;
  solvedPrograms: number;
  passedN: number;
  answers: boolean;
}

/** Hits of n with the Wilson interval that fits one policy on one set of problems; of no problem, anything is possible. */
export function shareOfProblems(hits: number, n: number) {
  const { low, high } = wilson(hits, n);
  return { hits, n, low: low ?? 0, high: high ?? 1 };
}

/** The same as a cell shows it; problems count one by one. */
export const oneByOne = (hits: number, n: number) => ({ ...shareOfProblems(hits, n), families: null });

/**
 * What tells most of each evaluation in one number, by its id: RR@5 of repairs and the solved share of bare answers with
 * Wilson's interval, the solved share of programs with that of whole families, as the page of the evaluation has it. One query, whatever their number.
 */
export function leadShares(db: Db, evaluations: readonly LeadTotals[]): Map<string, LeadShare> {
  const ofPrograms = evaluations.filter(({ passedN }) => passedN > 0).map(({ id }) => id);
  const families = Map.groupBy(selectFamilyCounts(db, ofPrograms), ({ evaluationId }) => evaluationId);
  return new Map(
    evaluations.map(({ id, n, solvedAt5, solved, solvedPrograms, passedN, answers }): [string, LeadShare] => {
      if (answers) return [id, { metric: "eval/answers", ...oneByOne(solved, n) }];
      if (passedN === 0) return [id, { metric: "eval/rr_at_5", ...oneByOne(solvedAt5, n) }];
      const own = families.get(id) ?? [];
      if (own.length < 2) return [id, { metric: "eval/solved", ...oneByOne(solvedPrograms, passedN) }];
      const { low, high } = solvedOfFamilies(own);
      const counted = { hits: solvedPrograms, n: passedN, low, high, families: own.length };
      return [id, { metric: "eval/solved", ...counted }];
    }),
  );
}
