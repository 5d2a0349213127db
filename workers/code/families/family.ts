import type { Rng } from "../../math/rng.ts";
import { integer } from "../../math/rng.ts";

/** A kind of problem with as many instances as one asks for. */
export interface Family {
  id: string;
  title: string;
  /** "basic" are the 11 that the reports trained on, "hard" the 10 they called so. */
  set: "basic" | "hard";
  /** What to write, in words; arguments are a, b and c. */
  statement: string;
  /** How many arguments it has. */
  arity: 1 | 2 | 3;
  /** Arguments of one case. `place` counts the cases of an instance, so that some of them can be the awkward ones. */
  make(rng: Rng, difficulty: number, place: number): unknown[];
  /** The right answer, by a way of its own. */
  answer(...args: never[]): unknown;
  /** A derivation that is right. */
  reference: string;
  /** Derivations that people write and that are not. */
  mistakes: readonly string[];
}

/** The value for a low (1 to 3), middle (4 to 6) or high (7 to 10) difficulty. */
export function byBand<T>(difficulty: number, low: T, middle: T, high: T): T {
  return difficulty <= 3 ? low : difficulty <= 6 ? middle : high;
}

export const between = (rng: Rng, [low, high]: readonly [number, number]): number => integer(rng, low, high);

export const listOf = <T>(n: number, make: (k: number) => T): T[] =>
  Array.from({ length: n }, (_, k) => make(k));

export const pick = <T>(rng: Rng, list: ArrayLike<T>): T => list[integer(rng, 0, list.length - 1)];

export const textOf = (rng: Rng, n: number, letters: string): string =>
  listOf(n, () => pick(rng, letters)).join("");

/** `n` different whole numbers of a range, ascending. */
export function distinct(rng: Rng, n: number, range: readonly [number, number]): number[] {
  const found = new Set<number>();
  while (found.size < n) found.add(between(rng, range));
  return [...found].toSorted((p, q) => p - q);
}
