import { seededRandom } from "./seeded-random.ts";

export type Setting = number | string | boolean | null;

export interface ImportanceRun {
  /** Finite. */
  outcome: number;
  /** Of each parameter, in the order of the names. */
  settings: readonly Setting[];
}

/** Two parameters whose settings go together, so that neither is told from the other. */
export interface Together {
  a: string;
  b: string;
  /** Cramér's V over the runs: 1 where the one is known from the other. */
  v: number;
}

export interface ParameterShare {
  /** Its name, and after it those that always change with it. */
  names: [string, ...string[]];
  /** Different settings, or groups of neighbouring ones. */
  levels: number;
  /** A number of more settings than `MOST_LEVELS` is read in quarters of the runs. */
  inQuarters: boolean;
  /** Share of the variance of the outcome between its levels, adjusted for their number (epsilon squared), 0 to 1. */
  share: number;
  /** Chance that some parameter of this sweep reaches this share where none does anything. */
  p: number;
}

export interface Importance {
  /** The largest share first. Null with a reason where nothing can be said. */
  parameters: ParameterShare[];
  /** What the largest share of all parameters stays below in 95 % of draws in which none does anything. */
  chance: number | null;
  /** Not told from another, not fully. */
  together: Together[];
  /** Parameters of which every run has a setting of its own that cannot be put into an order. */
  scattered: string[];
  why: "few" | "equal" | "unvaried" | null;
}

/** Below this many runs no share is told: one run then decides it. */
export const LEAST_RUNS = 8;
/** A number of more settings is read in quarters. */
export const MOST_LEVELS = 6;
const QUARTERS = 4;
/** Two parameters that go together this far are said. */
const TOGETHER = 0.5;
const DRAWS = 999;
const SEED = 20_261;
const CHANCE = 0.95;

/** The level of each run, from 0 on, and how many there are. */
interface Levels {
  of: Uint16Array;
  count: number;
  inQuarters: boolean;
}

const nothing = (
  why: Importance["why"],
  together: Together[] = [],
  scattered: string[] = [],
): Importance => ({
  parameters: [],
  chance: null,
  together,
  scattered,
  why,
});

/** Each value by the place of its first appearance. */
function numbered(values: readonly Setting[]): Omit<Levels, "inQuarters"> {
  const places = new Map([...new Set(values)].map((value, i) => [value, i]));
  return { of: Uint16Array.from(values, (value) => places.get(value) as number), count: places.size };
}

/** Numbers of many settings by quarters of the runs, equal ones never apart; anything else by its setting. */
function levelsOf(settings: readonly Setting[]): Levels {
  const plain = numbered(settings);
  const isNumeric = settings.every((setting) => typeof setting === "number");
  if (!isNumeric || plain.count <= MOST_LEVELS) return { ...plain, inQuarters: false };
  const sorted = settings.toSorted((a, b) => a - b);
  const cuts = Array.from(
    { length: QUARTERS - 1 },
    (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / QUARTERS)],
  );
  const quarter = settings.map((value) => cuts.filter((cut) => value >= cut).length);
  return { ...numbered(quarter), inQuarters: true };
}

/** Epsilon squared (Kelley 1935): the share between levels less what as many levels reach by chance; 0 at least. */
function adjustedShare(outcome: Float64Array, { of, count }: Pick<Levels, "of" | "count">): number {
  const n = outcome.length;
  const [sums, sizes] = [new Float64Array(count), new Uint32Array(count)];
  let [sum, squares] = [0, 0];
  for (let i = 0; i < n; i++) {
    sums[of[i]] += outcome[i];
    sizes[of[i]] += 1;
    sum += outcome[i];
    squares += outcome[i] ** 2;
  }
  const total = squares - sum ** 2 / n;
  if (total <= 0 || n <= count) return 0;
  let between = -(sum ** 2) / n;
  for (let level = 0; level < count; level++) between += sums[level] ** 2 / sizes[level];
  const within = Math.max(0, total - between);
  return Math.max(0, 1 - within / (n - count) / (total / (n - 1)));
}

/** Cramér's V of two parameters over the runs, 0 to 1. */
function cramersV(a: Levels, b: Levels): number {
  const n = a.of.length;
  const cells = new Map<number, number>();
  const [rows, columns] = [new Uint32Array(a.count), new Uint32Array(b.count)];
  for (let i = 0; i < n; i++) {
    const key = a.of[i] * b.count + b.of[i];
    cells.set(key, (cells.get(key) ?? 0) + 1);
    rows[a.of[i]] += 1;
    columns[b.of[i]] += 1;
  }
  // Empty cells add what was expected there, which sums to n less what the others expected.
  let phi = -1;
  for (const [key, seen] of cells)
    phi += seen ** 2 / (rows[Math.floor(key / b.count)] * columns[key % b.count]);
  return Math.sqrt(Math.max(0, phi) / (Math.min(a.count, b.count) - 1));
}

/** Whether each level of the one is exactly one level of the other. */
const isSame = (a: Levels, b: Levels): boolean =>
  a.count === b.count && new Set(a.of.map((level, i) => level * b.count + b.of[i])).size === a.count;

interface Varied {
  names: [string, ...string[]];
  levels: Levels;
}

function shuffle(values: Float64Array, next: () => number): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor((next() / 2 ** 32) * (i + 1));
    [values[i], values[j]] = [values[j], values[i]];
  }
}

/** Parameters that have several settings; those that always change together are one. */
function variedOf(names: readonly string[], runs: readonly ImportanceRun[]) {
  const [varied, scattered, together] = [[] as Varied[], [] as string[], [] as Together[]];
  names.forEach((name, at) => {
    const levels = levelsOf(runs.map(({ settings }) => settings[at]));
    if (levels.count < 2) return;
    if (levels.count >= runs.length) {
      scattered.push(name);
      return;
    }
    const same = varied.find((other) => isSame(other.levels, levels));
    if (!same) {
      varied.push({ names: [name], levels });
      return;
    }
    same.names.push(name);
    together.push({ a: same.names[0], b: name, v: 1 });
  });
  varied.forEach((a, i) =>
    varied.slice(i + 1).forEach((b) => {
      const v = Math.min(1, cramersV(a.levels, b.levels));
      if (v > TOGETHER) together.push({ a: a.names[0], b: b.names[0], v });
    }),
  );
  return { varied, scattered, together: together.toSorted((a, b) => b.v - a.v) };
}

/**
 * How much of the variance of an outcome over the runs of a sweep lies between the settings of each parameter, each looked at by
 * itself: main effects, no interactions. Chance is what 999 draws reach in which the outcomes are dealt to the runs anew (the
 * largest share of all parameters in each: Westfall & Young 1993), so that p holds for all parameters together. The same runs
 * give the same answer. Nothing is told below `LEAST_RUNS` runs.
 * @param names of the parameters; runs hold their settings in this order, and outcomes of one quantity only.
 */
export function importance(names: readonly string[], runs: readonly ImportanceRun[]): Importance {
  const { varied, scattered, together } = variedOf(names, runs);
  if (runs.length < LEAST_RUNS) return nothing("few", together, scattered);
  const mean = runs.reduce((sum, { outcome }) => sum + outcome, 0) / runs.length;
  const outcome = Float64Array.from(runs, (run) => run.outcome - mean);
  if (outcome.every((value) => Math.abs(value) <= 1e-12 * Math.max(1, Math.abs(mean))))
    return nothing("equal", together, scattered);
  if (varied.length === 0) return nothing("unvaried", together, scattered);
  const shares = varied.map(({ levels }) => adjustedShare(outcome, levels));
  const next = seededRandom(SEED);
  const dealt = outcome.slice();
  const largest = Array.from({ length: DRAWS }, () => {
    shuffle(dealt, next);
    return Math.max(...varied.map(({ levels }) => adjustedShare(dealt, levels)));
  }).toSorted((a, b) => a - b);
  const parameters = varied.map(({ names: own, levels: { count, inQuarters } }, i) => {
    const reached = largest.filter((share) => share >= shares[i] - 1e-12).length;
    return { names: own, levels: count, inQuarters, share: shares[i], p: (1 + reached) / (1 + DRAWS) };
  });
  return {
    parameters: parameters.toSorted((a, b) => b.share - a.share || (a.names[0] < b.names[0] ? -1 : 1)),
    chance: largest[Math.ceil(CHANCE * (DRAWS + 1)) - 1],
    together,
    scattered,
    why: null,
  };
}
