import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { balancedTail, bonferroni, manyToOneTail } from "./many-to-one-tail.ts";
import { yardstick } from "./many-to-one.ts";
import { shownNoncentrality, shownPower } from "./noncentral-t.ts";
import { requireLevel } from "../estimate.ts";
import type { ErrorSources } from "./seeds-and-problems.ts";
import { chiSquareQuantile } from "../special/chi-square-quantile.ts";
import { studentTQuantile } from "../special/student-t-quantile.ts";

/** Cells with n runs each against a baseline, as `manyToOne` compares them. Spreads over the seeds in the metric's unit. */
export interface SeedsDesign {
  n: number;
  nBaseline: number;
  sd: number;
  sdBaseline: number;
  /** Cells beside the baseline that are tested together; the others are taken to be like this one. */
  comparisons: number;
}

export interface Goal {
  power?: number;
  level?: number;
}

export const POWER = 0.8;
const LEVEL = 0.95;
/** Seeds beyond which none are looked for: of these problems, and of new ones. */
export const MOST_SEEDS = 1000;
export const MOST_SEEDS_ON_PROBLEMS = 200;

/**
 * The degrees of freedom are estimated too, from 2 or 3 values a side: what a t with known ones would detect is this much too
 * small, so that 80 % power is 80 % in simulation (n = 3, 4, more).
 */
function estimatedDf(n: number): number {
  if (n <= 3) return 1.16;
  return n === 4 ? 1.08 : 1.03;
}

/** Counts of runs and problems from 3 on, comparisons from 1 on; spreads finite and not negative. */
function requireDesign(counts: Record<string, number>, spreads: Record<string, number>): void {
  for (const [name, value] of Object.entries(counts)) {
    const fewest = name === "comparisons" ? 1 : SEEDS_FOR_INTERVAL;
    if (!Number.isInteger(value) || value < fewest)
      throw new RangeError(`"${name}" of a plan is a whole number of at least ${fewest}, got ${value}.`);
  }
  for (const [name, value] of Object.entries(spreads))
    if (!(value >= 0) || !Number.isFinite(value))
      throw new RangeError(`"${name}" of a plan is a finite standard deviation, not negative; got ${value}.`);
}

function requireGoal({ power = POWER, level = LEVEL }: Goal): { power: number; level: number } {
  requireLevel(level);
  if (!(power > 1 - level && power < 1))
    throw new RangeError(`Power lies between ${1 - level} and 1, for example 0.8; got ${power}.`);
  return { power, level };
}

/** Standard error, degrees of freedom and critical value of a design whose spreads are the true ones. */
function yardstickOf(design: SeedsDesign, level: number): { se: number; df: number; critical: number } {
  const { n, nBaseline, sd, sdBaseline, comparisons } = design;
  requireDesign({ n, nBaseline, comparisons }, { sd, sdBaseline });
  if (sd === 0 && sdBaseline === 0)
    throw new RangeError("A plan needs a spread over the seeds; both sides have 0.");
  const { se, df, loading } = yardstick(
    { error: sd / Math.sqrt(n), n },
    { error: sdBaseline / Math.sqrt(nBaseline), n: nBaseline },
  );
  const balanced = Math.abs(loading - Math.SQRT1_2) < 1e-12;
  const shared = balanced
    ? balancedTail(comparisons)
    : manyToOneTail(Array.from({ length: comparisons }, () => loading));
  return { se, df, critical: shared.critical(level, df) };
}

/**
 * The smallest true difference that `manyToOne` shows (interval without 0) with probability `power`, in the metric's unit:
 * f delta(c, nu) sqrt(s_i^2 / n_i + s_0^2 / n_0), where delta solves P(|T'_nu(delta)| > c) = power for a noncentral t with the
 * design's own c and nu, and f = 1.16, 1.08 at 3, 4 seeds on the smaller side, else 1.03, as nu is estimated (simulated).
 *
 * The spreads are taken as true; from a pilot, hand in `plannedSd`. Throws RangeError for fewer than 3 seeds a side, a
 * spread that is negative or not finite, or two of 0.
 */
export function detectableDifference(design: SeedsDesign, goal: Goal = {}): number {
  const { power, level } = requireGoal(goal);
  const { se, df, critical } = yardstickOf(design, level);
  return estimatedDf(Math.min(design.n, design.nBaseline)) * shownNoncentrality(critical, df, power) * se;
}

/**
 * The same for `pairedByPlan`: delta(c, n - 1) sd / sqrt(n) with Bonferroni's t quantile c, exact where the differences are normal.
 * `sd` is that of the differences within seeds.
 */
export function detectablePaired(
  { n, sd, comparisons }: { n: number; sd: number; comparisons: number },
  goal: Goal = {},
): number {
  const { power, level } = requireGoal(goal);
  requireDesign({ n, comparisons }, { sd });
  const critical = studentTQuantile(0.5 + bonferroni(comparisons, level).level / 2, n - 1);
  return (shownNoncentrality(critical, n - 1, power) * sd) / Math.sqrt(n);
}

/** The probability that `manyToOne` shows a true difference of this size; the inverse of `detectableDifference`. */
export function powerToShow(difference: number, design: SeedsDesign, level = LEVEL): number {
  requireLevel(level);
  const { se, df, critical } = yardstickOf(design, level);
  const f = estimatedDf(Math.min(design.n, design.nBaseline));
  return shownPower(critical, df, Math.abs(difference) / (f * se));
}

/**
 * Seeds per cell, the baseline too, from which a true difference is shown with probability `power`; 3 or more. Null where even
 * 1,000 are not enough. Throws RangeError for a difference or spread that is not a positive number.
 */
export function seedsNeeded(
  difference: number,
  { sd, comparisons }: { sd: number; comparisons: number },
  goal: Goal = {},
): number | null {
  if (!(difference > 0) || !(sd > 0))
    throw new RangeError(`Difference and spread are positive numbers, got ${difference} and ${sd}.`);
  const enough = (n: number) =>
    detectableDifference({ n, nBaseline: n, sd, sdBaseline: sd, comparisons }, goal) <= difference;
  return enough(MOST_SEEDS) ? fewest(enough, SEEDS_FOR_INTERVAL, MOST_SEEDS) : null;
}

/** The fewest from `least` to `most` that are enough, where `most` are, and more than enough are enough too. */
function fewest(enough: (n: number) => boolean, least: number, most: number): number {
  let [low, high] = [least - 1, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * The spread to plan with after a pilot: sd sqrt(df / chi2_0.2(df)), which the true spread exceeds in one pilot of five. 2.1,
 * 1.6 and 1.3 times the pilot's at 2, 4 and 8 degrees of freedom (runs minus cells). Throws RangeError for df <= 0.
 */
export function plannedSd(pilotSd: number, df: number): number {
  return pilotSd * Math.sqrt(df / chiSquareQuantile(1 - POWER, df));
}

export interface SeedsAndProblemsPlan {
  /** Smallest true difference that `seedsAndProblems` shows with the power asked for. */
  detectable: number;
  df: number;
  /** The least of it over any number of problems, and over any number of seeds: neither can make up for the other. */
  floors: { problemsNeverBeat: number; seedsNeverBeat: number };
}

/** 3, 6, 12, ... and as many as one likes. A floor is the least over all of them: the limit alone has fewer degrees of freedom. */
const ANY_NUMBER = [...Array.from({ length: 22 }, (_, i) => 3 * 2 ** i), Number.POSITIVE_INFINITY];

/** The least that any number shows: near the best of the doubled ones, where what falls turns and rises again. */
function leastOfAnyNumber(at: (count: number) => number): number {
  const shown = ANY_NUMBER.map(at);
  const best = shown.indexOf(Math.min(...shown));
  if (best >= ANY_NUMBER.length - 2) return shown[best];
  const [before, after] = [ANY_NUMBER[Math.max(0, best - 1)], ANY_NUMBER[best + 1]];
  const turned = (count: number) => count === after || at(count + 1) >= at(count);
  return Math.min(shown[best], at(fewest(turned, before, after)));
}

/** Variance of a difference at n seeds and N problems (either may be infinite), with what its degrees of freedom are made of. */
function varianceParts(
  { sigma: [own, base], tau, residual: [restOwn, restBase] }: ErrorSources,
  n: number,
  N: number,
): { v: number; df: number } {
  const sides = [
    { seeds: own ** 2 / n, rest: restOwn ** 2 / (n * N) },
    { seeds: base ** 2 / n, rest: restBase ** 2 / (n * N) },
  ];
  const rest = sides[0].rest + sides[1].rest;
  const problems = tau ** 2 / N;
  const v = sides[0].seeds + sides[1].seeds + problems + rest;
  const parts: [square: number, df: number][] = [
    ...sides.map((s): [number, number] => [s.seeds + s.rest, n - 1]),
    [problems + rest, N - 1],
    ...sides.map((s): [number, number] => [s.rest, (n - 1) * (N - 1)]),
  ];
  const weights = parts.reduce((sum, [part, df]) => sum + (part === 0 ? 0 : (part / v) ** 2 / df), 0);
  return { v, df: 1 / weights };
}

/** What any number of seeds and problems shows, for a design and sources that are checked here. */
function shownBy(
  sources: ErrorSources,
  { n, N, comparisons }: { n: number; N: number; comparisons: number },
  goal: Goal,
): (seeds: number, problems: number) => { detectable: number; df: number } {
  const { power, level } = requireGoal(goal);
  const [[own, base], tau, [restOwn, restBase]] = [sources.sigma, sources.tau, sources.residual];
  requireDesign({ n, N, comparisons }, { own, base, tau, restOwn, restBase });
  if (varianceParts(sources, n, N).v === 0) throw new RangeError("A plan needs a spread; all of them are 0.");
  const family = bonferroni(comparisons, level);
  return (seeds, problems) => {
    const { v, df } = varianceParts(sources, seeds, problems);
    if (v === 0) return { detectable: 0, df: Number.POSITIVE_INFINITY };
    const critical = studentTQuantile(0.5 + family.level / 2, df);
    return { detectable: estimatedDf(seeds) * shownNoncentrality(critical, df, power) * Math.sqrt(v), df };
  };
}

/**
 * Seeds per cell from which N problems show a true difference of new seeds and new problems with probability `power`; 3 or
 * more. Null where no number up to 200 does. What is detectable falls with the seeds, except that below ten problems it may
 * turn and rise again, as what is left has N - 1 degrees of freedom; so the turn is looked for first. Throws RangeError as
 * `planSeedsAndProblems` does, and for a difference that is not positive.
 */
export function seedsNeededForProblems(
  difference: number,
  sources: ErrorSources,
  { N, comparisons = 1 }: { N: number; comparisons?: number },
  goal: Goal = {},
): number | null {
  if (!(difference > 0)) throw new RangeError(`A difference is a positive number, got ${difference}.`);
  const show = shownBy(sources, { n: SEEDS_FOR_INTERVAL, N, comparisons }, goal);
  const detectable = (n: number) => show(n, N).detectable;
  const turned = (n: number) => n === MOST_SEEDS_ON_PROBLEMS || detectable(n + 1) >= detectable(n);
  const best = fewest(turned, SEEDS_FOR_INTERVAL, MOST_SEEDS_ON_PROBLEMS);
  return detectable(best) <= difference
    ? fewest((n) => detectable(n) <= difference, SEEDS_FOR_INTERVAL, best)
    : null;
}

/**
 * What n seeds and N problems per cell can show of new seeds and new problems.
 *
 * V(n, N) = (sigma_1^2 + sigma_0^2) / n + tau^2 / N + (E_1 + E_0) / (n N), residual = sqrt(E), degrees of freedom as in
 * `seedsAndProblems`, detectable = f delta sqrt(V) with f as in `detectableDifference` (without it 63 to 75 % of simulated worlds at 3
 * to 5 seeds show it, with it 73 to 89 %), Bonferroni over `comparisons`. Problems never beat the first term, seeds never
 * the second. Throws RangeError for n < 3, N < 3, spreads that are negative or not finite, or all 0.
 */
export function planSeedsAndProblems(
  sources: ErrorSources,
  { n, N, comparisons = 1 }: { n: number; N: number; comparisons?: number },
  goal: Goal = {},
): SeedsAndProblemsPlan {
  const show = shownBy(sources, { n, N, comparisons }, goal);
  const all = show(n, N);
  return {
    ...all,
    floors: {
      problemsNeverBeat: leastOfAnyNumber((count) => show(n, count).detectable),
      seedsNeverBeat: leastOfAnyNumber((count) => show(count, N).detectable),
    },
  };
}
