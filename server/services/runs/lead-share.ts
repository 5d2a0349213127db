import type { Db } from "#db/client.ts";
import { kindOfTotals, type MetricTotals } from "#db/queries/evaluation-metrics.ts";
import { selectFamilyCounts } from "#db/queries/evaluations.ts";
import {
  EVALUATION_METRICS,
  isInFamilies,
  leadOf,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import type { LeadShare } from "../../contracts/rollouts/stage-of-run.ts";
import { solvedOfFamilies } from "../../stats/problems/family-shares.ts";
import { wilson } from "../../stats/problems/wilson.ts";

/** What the rows of an evaluation add up to, as far as its lead asks. */
export interface LeadTotals {
  /** Of the evaluation. */
  id: string;
  metrics: MetricTotals;
}

/** Hits of n with the Wilson interval that fits one policy on one set of problems; of no problem, anything is possible. */
export function shareOfProblems(hits: number, n: number) {
  const { low, high } = wilson(hits, n);
  return { hits, n, low: low ?? 0, high: high ?? 1 };
}

/** The same as a cell shows it; problems count one by one. */
export const oneByOne = (hits: number, n: number) => ({ ...shareOfProblems(hits, n), families: null });

/**
 * What tells most of each evaluation in one number, by its id: the first metric of its kind, with
 * Wilson's interval, of what comes in families with that of whole families, as the page of the evaluation has it. One query, whatever their number.
 */
export function leadShares(db: Db, evaluations: readonly LeadTotals[]): Map<string, LeadShare> {
  const ofPrograms = evaluations.filter((one) => isInFamilies(kindOfTotals(one))).map(({ id }) => id);
  const families = Map.groupBy(selectFamilyCounts(db, ofPrograms), ({ evaluationId }) => evaluationId);
  return new Map(
    evaluations.map((one): [string, LeadShare] => {
      const metric = leadOf(kindOfTotals(one));
      const { title } = EVALUATION_METRICS[metric];
      const { sum: hits, n } = one.metrics[metric];
      const own = families.get(one.id) ?? [];
      if (own.length < 2) return [one.id, { metric, title, ...oneByOne(hits, n) }];
      const { low, high } = solvedOfFamilies(own);
      return [one.id, { metric, title, hits, n, low, high, families: own.length }];
    }),
  );
}
