import { KIND_OF_STEPS, leadOf, overallOf } from "../../contracts/metrics.ts";
import { firstOf } from "./first-of.ts";
import type { KnownSeries } from "./run-rule.ts";

/** Shares of problems that an evaluation measures, what is solved at all first; the higher the better. */
export const EVALUATED: readonly string[] = [
  overallOf(KIND_OF_STEPS.id),
  leadOf(KIND_OF_STEPS.id),
  "eval/pass_at_1",
];

/**
 * What other trainers call them: TRL and Hugging Face, NeMo-RL, verl's core metrics, OpenRLHF, prime-rl, SkyRL and slime; and what
 * people call an accuracy. Lengths and cut shares of evaluations are none.
 */
export const EVALUATED_AS =
  /^(eval[_/]reward|eval[_/](?:[^/]+[_/])?(?:accuracy|acc|pass_?1|pass@1|success(?:_rate)?|avg_score)|validation\/accuracy|val-core\/.+\/mean@\d+|eval\/[^/]+\/effective\/agent\/avg@\d+|eval\/all\/avg_score)$/;

const isEvaluation = (name: string): boolean => EVALUATED_AS.test(name);

/** What a run is evaluated by. */
export const evaluationOf = <S extends KnownSeries>(series: ReadonlyMap<string, S>): S | undefined =>
  firstOf(series, [...EVALUATED, ...[...series.keys()].filter(isEvaluation).toSorted()]);
