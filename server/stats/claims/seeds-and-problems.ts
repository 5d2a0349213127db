import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { bonferroni } from "./many-to-one-tail.ts";
import { isRounding } from "../moments.ts";
import { requireLevel } from "../estimate.ts";
import { studentTCdf } from "../special/student-t-cdf.ts";
import { studentTQuantile } from "../special/student-t-quantile.ts";
import {
  byFamily,
  complete,
  requireOneLength,
  type Run,
  type RunsByProblem,
  withValues,
} from "./runs-by-problem.ts";

/** Where the error of a difference comes from, each as a standard deviation in the metric's unit. */
export interface ErrorSources {
  /** Between runs of the cell, of the baseline, beyond what their problems explain. */
  sigma: [own: number, baseline: number];
  /** Between problems, of the true difference on a problem. */
  tau: number;
  /** What is left of one value, of the cell and of the baseline: decoding luck, and what a run makes of one problem. */
  residual: [own: number, baseline: number];
}

export type WhyNoProblemInterval =
  "too_few_seeds" | "baseline_too_few_seeds" | "too_few_common_seeds" | "too_few_problems" | "no_spread";

export interface SeedsAndProblems {
  /** Mean difference over the problems that count; null without any. */
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  se: number | null;
  df: number | null;
  /** Runs on both sides; with shared starts the seeds they have in common. */
  n: number;
  nBaseline: number;
  /** Problems that every run of both cells has a value for: the claim is about problems of this kind. */
  problems: number;
  /** Problems that were given and do not count, since some run has no value there. */
  leftOut: number;
  /** The three mean squares of the formula: runs (per side), problems, residual (per side); null where they cannot be had. */
  parts: { runs: number[]; problems: number; residual: number[] } | null;
  /** For planning (`planSeedsAndProblems`); null where `parts` is, and where the starts are shared. */
  sources: ErrorSources | null;
  level: number;
  missing: WhyNoProblemInterval | null;
}

const FEWEST_PROBLEMS = 3;

/** Mean squares of one runs x problems table. */
interface Table {
  n: number;
  /** Mean over the runs, per problem. */
  byProblem: Float64Array;
  mean: number;
  /** Variance of the run means over the runs (ddof 1). */
  betweenRuns: number;
  /** Residual mean square of run + problem, (n - 1)(N - 1) degrees of freedom. */
  residual: number;
  magnitude: number;
}

/**
 * The difference of two cells with an interval for new seeds *and* new problems of this kind.
 *
 * With Y_cj. the mean of run j of cell c, D_p the difference of the cells' means on problem p, E_c the residual mean square of
 * cell c's table: A_c = var_j(Y_cj.) / n_c, Q = var_p(D_p) / N, O_c = E_c / (n_c N); V = max(A_1 + A_0 + Q - O_1 - O_0,
 * A_1 + A_0, Q); df = V^2 / (sum A_c^2 / (n_c - 1) + Q^2 / (N - 1) + sum O_c^2 / ((n_c - 1)(N - 1))); value +- t_df sqrt(V)
 * (Satterthwaite 1946, Biometrics Bull. 2, 110-114). Seeds and residual noise enter both A and Q, so O is taken off once.
 * Runs are independent, problems shared and a random draw of their kind; where they come in `families`, the means of families take
 * the place of problems, each family alike, and `problems` counts them.
 *
 * `sharedStarts` (declared before the first run): runs of a seed belong together, so A and O are those of the table of
 * differences over the common seeds. A family of `comparisons` is adjusted by Bonferroni, interval and p alike.
 *
 * A problem counts only if every run of both cells has a finite value there; `leftOut` says how many do not. That is harmless
 * where the problem decides whether a value exists (a fault without a known root); where the run decides (steps of solved
 * episodes), what is left is the problems that all solve, and the claim is about those alone.
 * Throws RangeError for runs of unequal length, no comparison, or a level outside (0, 1).
 */
export function seedsAndProblems(
  cells: { own: RunsByProblem; baseline: RunsByProblem },
  { families, ...asked }: ProblemsAsked = {},
): SeedsAndProblems {
  if (families === undefined) return overUnits(cells, asked);
  const { own, baseline, leftOut } = byFamily(cells, families);
  return { ...overUnits({ own, baseline }, asked), leftOut };
}

interface Asked {
  level?: number;
  comparisons?: number;
  sharedStarts?: boolean;
}

interface ProblemsAsked extends Asked {
  /** The family of each problem, where problems come in families that stand and fall together: the family is then the unit. */
  families?: ArrayLike<number>;
}

function overUnits(
  cells: { own: RunsByProblem; baseline: RunsByProblem },
  { level = 0.95, comparisons = 1, sharedStarts = false }: Asked,
): SeedsAndProblems {
  requireLevel(level);
  const family = bonferroni(comparisons, level);
  const [own, base] = runsOf(withValues(cells.own), withValues(cells.baseline), sharedStarts);
  const given = requireOneLength([...own, ...base]);
  const kept = complete([...own, ...base], given);
  const [first, second] = [tableOf(own, kept), tableOf(base, kept)];
  const N = kept.length;
  const empty: SeedsAndProblems = {
    value: N === 0 || first.n === 0 || second.n === 0 ? null : first.mean - second.mean,
    low: null,
    high: null,
    p: null,
    se: null,
    df: null,
    n: first.n,
    nBaseline: second.n,
    problems: N,
    leftOut: given - N,
    parts: null,
    sources: null,
    level,
    missing: whyNot(first.n, second.n, N, sharedStarts),
  };
  if (empty.missing !== null || empty.value === null) return empty;
  const tables = sharedStarts ? [tableOf(own, kept, base)] : [first, second];
  const runs = tables.map((t) => t.betweenRuns / t.n);
  const residual = tables.map((t) => t.residual / (t.n * N));
  const gaps = first.byProblem.map((mean, p) => mean - second.byProblem[p]);
  const onProblems = variance(gaps);
  const problems = onProblems / N;
  const parts = { runs, problems, residual };
  const allRuns = total(runs);
  const v = Math.max(allRuns + problems - total(residual), allRuns, problems);
  const se = Math.sqrt(v);
  if (isRounding(se, Math.max(first.magnitude, second.magnitude)))
    return { ...empty, parts, missing: "no_spread" };
  const scaled = (x: number) => (x / v) ** 2;
  const df =
    1 /
    tables.reduce(
      (sum, { n }, i) => sum + scaled(runs[i]) / (n - 1) + scaled(residual[i]) / ((n - 1) * (N - 1)),
      scaled(problems) / (N - 1),
    );
  const half = studentTQuantile(0.5 + family.level / 2, df) * se;
  const p = family.adjust(2 * studentTCdf(-Math.abs(empty.value) / se, df));
  const sources = sharedStarts ? null : sourcesOf(first, second, onProblems, N);
  return { ...empty, low: empty.value - half, high: empty.value + half, p, se, df, parts, sources };
}

/** An interval of a difference, with the p of the same test. */
interface Tested {
  low: number;
  high: number;
  p: number;
}

/**
 * What may be said for new seeds and new problems, given what was said over new seeds alone: the claim is broader, so its
 * interval holds the other one and its p is no smaller. Satterthwaite's degrees of freedom grow with the spread between
 * problems, so that `seedsAndProblems` alone is often the narrower of the two, and could exclude 0 where seeds alone do not.
 * Where each of the two excludes 0, on opposite sides, nothing is left to claim and p is 1.
 */
export function noNarrowerThanSeeds(seeds: Tested, both: Tested): Tested {
  const opposed = (seeds.low > 0 && both.high < 0) || (seeds.high < 0 && both.low > 0);
  return {
    low: Math.min(seeds.low, both.low),
    high: Math.max(seeds.high, both.high),
    p: opposed ? 1 : Math.max(seeds.p, both.p),
  };
}

function whyNot(n: number, nBaseline: number, N: number, shared: boolean): WhyNoProblemInterval | null {
  if (shared && n < SEEDS_FOR_INTERVAL) return "too_few_common_seeds";
  if (nBaseline < SEEDS_FOR_INTERVAL) return "baseline_too_few_seeds";
  if (n < SEEDS_FOR_INTERVAL) return "too_few_seeds";
  return N < FEWEST_PROBLEMS ? "too_few_problems" : null;
}

/** sigma_c^2 = var_j - E_c / N, tau^2 = var_p(D) - E_1 / n_1 - E_0 / n_0, none below 0. */
function sourcesOf(own: Table, base: Table, onProblems: number, N: number): ErrorSources {
  const root = (square: number) => Math.sqrt(Math.max(0, square));
  return {
    sigma: [root(own.betweenRuns - own.residual / N), root(base.betweenRuns - base.residual / N)],
    tau: root(onProblems - own.residual / own.n - base.residual / base.n),
    residual: [Math.sqrt(own.residual), Math.sqrt(base.residual)],
  };
}

/**
 * Where the error of a difference came from in several cells, the first of them the baseline: sigma^2 and E are means over the cells
 * weighted by their n - 1, tau^2 is the mean over the pairs with the baseline; below 0 only a mean is cut off, so that
 * sigma^2 + E / N stays the pooled square of the cells' spreads. Both sides of a difference are taken to be alike.
 *
 * A cell counts from 2 runs and 3 problems that all its runs have a value for. Null where no pair with the baseline does.
 */
export function pooledSources(cells: readonly RunsByProblem[]): ErrorSources | null {
  const runs = cells.map((cell) => withValues(cell).map(([, run]) => run));
  const given = requireOneLength(runs.flat());
  const says = ({ n, byProblem }: Table) => n > 1 && byProblem.length >= FEWEST_PROBLEMS;
  const own = runs.map((one) => tableOf(one, complete(one, given))).filter(says);
  const [base, ...others] = runs;
  const shifts = others.flatMap((other) => {
    const kept = complete([...base, ...other], given);
    const [first, second] = [tableOf(other, kept), tableOf(base, kept)];
    if (!says(first) || !says(second)) return [];
    const differences = first.byProblem.map((value, p) => value - second.byProblem[p]);
    return [variance(differences) - first.residual / first.n - second.residual / second.n];
  });
  if (shifts.length === 0) return null;
  const df = total(own.map(({ n }) => n - 1));
  const pooled = (square: (table: Table) => number) =>
    Math.sqrt(Math.max(0, total(own.map((table) => ((table.n - 1) * square(table)) / df))));
  const sigma = pooled(({ betweenRuns, residual, byProblem }) => betweenRuns - residual / byProblem.length);
  const residual = pooled((table) => table.residual);
  const tau = Math.sqrt(Math.max(0, total(shifts) / shifts.length));
  return { sigma: [sigma, sigma], tau, residual: [residual, residual] };
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The runs of both cells; with shared starts those of the seeds that both have, in one order. */
function runsOf(own: [number, Run][], base: [number, Run][], shared: boolean): [Run[], Run[]] {
  const bySeed = new Map(base);
  const pairs = own.flatMap(([seed, run]) => {
    const other = bySeed.get(seed);
    return other ? [{ run, other }] : [];
  });
  return shared
    ? [pairs.map(({ run }) => run), pairs.map(({ other }) => other)]
    : [own.map(([, run]) => run), base.map(([, run]) => run)];
}

/** The table of some runs on the problems kept; minus the runs at the same places of `minus`, where given. */
function tableOf(runs: readonly Run[], kept: Int32Array, minus: readonly Run[] = []): Table {
  const n = runs.length;
  const N = kept.length;
  const byProblem = new Float64Array(N);
  let magnitude = 0;
  const values = runs.map((run, j) => {
    const row = new Float64Array(N);
    for (let p = 0; p < N; p++) {
      row[p] = (run[kept[p]] ?? 0) - (minus[j]?.[kept[p]] ?? 0);
      byProblem[p] += row[p] / n;
      magnitude = Math.max(magnitude, Math.abs(row[p]));
    }
    return row;
  });
  const runMeans = Float64Array.from(values, mean);
  const grand = mean(byProblem);
  let squares = 0;
  values.forEach((row, j) => {
    const shift = runMeans[j] - grand;
    for (let p = 0; p < N; p++) squares += (row[p] - byProblem[p] - shift) ** 2;
  });
  const residual = n < 2 || N < 2 ? 0 : squares / ((n - 1) * (N - 1));
  return { n, byProblem, mean: grand, betweenRuns: variance(runMeans), residual, magnitude };
}

function mean(values: Float64Array): number {
  if (values.length === 0) return 0;
  const origin = values[0];
  let sum = 0;
  for (const value of values) sum += value - origin;
  return origin + sum / values.length;
}

function variance(values: Float64Array): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - middle) ** 2;
  return squares / (values.length - 1);
}
