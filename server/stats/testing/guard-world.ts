import { claimsByLook } from "../claims/looks.ts";
import { manyToOne } from "../claims/many-to-one.ts";
import { collapseRuleOf } from "../claims/at-the-boundary.ts";
import type { Draws } from "../testing.ts";

/** What is claimed in one world: by the plain test of the values, and with the guards over which values reach it and how. */
export interface Claimed {
  before: boolean;
  after: boolean;
}

/**
 * Experiments whose truth is known, in which a plain test of the values claims too much. `play` draws one: with effect 0 it says whether
 * anything is claimed, else whether the cell that differs by it is.
 */
export interface GuardWorld {
  name: string;
  seeds: string;
  effect: number;
  /** The ceiling of false claims after; null where what would show is not seen in so few runs, which the table says. */
  bound: number | null;
  play(random: Draws, effect: number): Claimed;
}

/** The ceiling of false claims. */
export const BOUND = 0.065;
export const normals = (random: Draws, n: number, sd = 1, mean = 0) =>
  Array.from({ length: n }, () => mean + sd * random.normal());
const seeded = (values: readonly (number | null)[]) => new Map(values.map((value, seed) => [seed, value]));
export const cellsOf = (cells: readonly (readonly (number | null)[])[]) =>
  new Map(cells.map((values, i) => [`cell ${i}`, seeded(values)]));

export const isClaim = (verdict: string) =>
  verdict === "significant" || verdict === "significant_despite_missing";

/**
 * Whether anything is claimed, or the last cell where it differs; the first is the baseline. Null is a seed without a value, which the
 * plain test knows nothing of; `counted` is what reaches the guarded one where that is not the same.
 */
export function judge(
  cells: (number | null)[][],
  effect: number,
  { isShare = false, counted = cells }: { isShare?: boolean; counted?: (number | null)[][] } = {},
): Claimed {
  const last = cells.length - 1;
  const raised = (all: (number | null)[][]) =>
    all.map((values, i) => (i === last ? values.map((v) => (v === null ? null : v + effect)) : values));
  const [base, ...others] = raised(cells).map((values) => values.filter((value) => value !== null));
  const counts = (i: number) => effect === 0 || i === last - 1;
  const guarded = claimsByLook({
    cells: cellsOf(raised(counted)),
    baseline: "cell 0",
    collapses: {
      better: "higher",
      floor: isShare ? 0 : null,
      rule: collapseRuleOf({ unit: isShare ? "share" : "", better: "higher" }),
    },
  }).rows;
  return {
    before: manyToOne(base, others).rows.some(({ p }, i) => counts(i) && p !== null && p < 0.05),
    after: guarded.some(({ verdict }, i) => counts(i) && isClaim(verdict)),
  };
}

type Shape = Omit<GuardWorld, "seeds" | "bound" | "play" | "effect"> & {
  effect?: number;
  bound?: number | null;
  play: (seeds: number) => GuardWorld["play"];
};
export const withSeeds = (
  counts: readonly number[],
  { play, effect = 4, bound = BOUND, ...world }: Shape,
): GuardWorld[] => counts.map((n) => ({ ...world, effect, bound, seeds: String(n), play: play(n) }));

/** Shares of worlds in which something is claimed though nothing differs (effect 0), or a difference is found. */
export function guardRates(
  world: GuardWorld,
  worlds: number,
  random: Draws,
  effect: number,
): { before: number; after: number } {
  const counts = { before: 0, after: 0 };
  for (let i = 0; i < worlds; i++) {
    const { before, after } = world.play(random, effect);
    if (before) counts.before++;
    if (after) counts.after++;
  }
  return { before: counts.before / worlds, after: counts.after / worlds };
}
