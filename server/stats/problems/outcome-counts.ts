import type { Sums } from "../moments.ts";
import { countOf } from "../../wording/counts.ts";
import { writeLevel } from "../../wording/quantities.ts";
import type { Estimate } from "../estimate.ts";
import { wilson } from "./wilson.ts";

/** Share of problems solved by a step limit. */
interface SolvedWithin extends Estimate {
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

/** How many problems of one evaluation ended like this. */
export interface OutcomeCount {
  solved: boolean;
  /** Steps the episode took, solved or not. */
  steps: number;
  n: number;
}

/** How many problems ended like this in evaluation A and like that in evaluation B. */
export interface PairCount {
  solvedA: boolean;
  stepsA: number;
  solvedB: boolean;
  stepsB: number;
  n: number;
}

/** The two by two table of problems solved within some steps. */
export interface PairedTable {
  both: number;
  onlyA: number;
  onlyB: number;
  neither: number;
}

const total = (counts: readonly { n: number }[]) => counts.reduce((sum, { n }) => sum + n, 0);

/** Problems solved at step k or earlier; every problem where k is null and it was solved at all. */
export function solvedWithin(counts: readonly OutcomeCount[], k: number | null): number {
  return total(counts.filter(({ solved, steps }) => solved && (k === null || steps <= k)));
}

/** Sums of the steps of all episodes, for `moments`. */
export function stepSums(counts: readonly OutcomeCount[]): Sums {
  return addUp(counts.map(({ steps, n }) => [steps, n]));
}

/** Sums of steps in B minus steps in A on the same problem, for `moments`. */
export function stepDifferenceSums(counts: readonly PairCount[]): Sums {
  return addUp(counts.map(({ stepsA, stepsB, n }) => [stepsB - stepsA, n]));
}

/** Problems both, one or none of two evaluations solved at step k or earlier; at any step where k is null. */
export function pairedWithin(counts: readonly PairCount[], k: number | null): PairedTable {
  const table = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  for (const { solvedA, stepsA, solvedB, stepsB, n } of counts) {
    const a = solvedA && (k === null || stepsA <= k);
    const b = solvedB && (k === null || stepsB <= k);
    table[a && b ? "both" : a ? "onlyA" : b ? "onlyB" : "neither"] += n;
  }
  return table;
}

/** Problems on which both evaluations have the same result after the same number of steps. */
export function alike(counts: readonly PairCount[]): number {
  return total(counts.filter((c) => c.solvedA === c.solvedB && c.stepsA === c.stepsB));
}

function addUp(values: readonly (readonly [value: number, n: number])[]): Sums {
  let [n, sum, squares] = [0, 0, 0];
  for (const [value, count] of values) {
    n += count;
    sum += value * count;
    squares += value * value * count;
  }
  const all = values.map(([value]) => value);
  return {
    n,
    sum,
    squares,
    min: all.length === 0 ? null : Math.min(...all),
    max: all.length === 0 ? null : Math.max(...all),
  };
}
