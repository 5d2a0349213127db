import { countOf } from "../wording/counts.ts";
import { writeLevel } from "../wording/quantities.ts";
import type { Estimate } from "./estimate.ts";
import { wilson } from "./wilson.ts";

/** Share of problems solved by a step limit. */
export interface SolvedWithin extends Estimate {
  k: number;
  solved: number;
}

/**
 * RR@k of one policy on one problem set: the share of all n problems that were solved at step <= k, with Wilson's interval.
 * Every action of an episode counts as a step, and unsolved problems stay in the denominator. This is not pass@k.
 *
 * `solvedAt[i]` is the step that solved problem i, counted from 1 (0 where it needed none), or null where it was never solved;
 * one entry per problem. n = 0 gives nulls. Throws RangeError for an entry that is not a whole number >= 0 or null (its index
 * is named), or for k not a whole number >= 0.
 */
export function rrAtK(solvedAt: readonly (number | null)[], k: number, level = 0.95): SolvedWithin {
  if (!Number.isInteger(k) || k < 0)
    throw new RangeError(`RR@k needs a whole number of steps, got k = ${k}.`);
  let solved = 0;
  solvedAt.forEach((step, index) => {
    if (step === null) return;
    if (!Number.isInteger(step) || step < 0) {
      throw new RangeError(
        `Problem ${index} says it was solved at step ${step}; a step is a whole number, or null if unsolved.`,
      );
    }
    if (step <= k) solved++;
  });
  const estimate = wilson(solved, solvedAt.length, level);
  if (estimate.value === null) return { ...estimate, k, solved };
  const method = `solved at step ${k} or earlier, over all ${countOf(solvedAt.length, "problem")}; Wilson score interval, ${writeLevel(level)}`;
  return { ...estimate, k, solved, method };
}
