import type { FaultType } from "../env/fault.ts";
import type { Level } from "../env/problem.ts";

/** The error types of OR-Debug-Bench, in its order. */
export const BENCH_TYPES: readonly FaultType[] = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];

/** How a type is made harder: A to D as the reports' per-type levels say, E to I by how many elements their IIS has. */
export interface Grade {
  /** A: flipped rows. B: limited columns. C: wrong terms. D: rows of the chain. E to I: elements beyond the first two. */
  count: readonly [number, number];
  /** Elements that the IIS of the whole model has; null where the level is not about them. */
  iis: readonly [number, number] | null;
}

const counted = (count: number): Grade => ({ count: [count, count], iis: null });
const chained = (count: number): Grade => ({ count: [count, count], iis: [count, count] });

/** IIS sizes of the reports' labels: easy up to 2, medium 3 to 5, hard from 6. */
const BY_SIZE: Record<Level, Grade> = {
  easy: { count: [0, 0], iis: [1, 2] },
  medium: { count: [1, 3], iis: [3, 5] },
  hard: { count: [4, 5], iis: [6, Infinity] },
};

export function gradeOf(type: FaultType, level: Level): Grade {
  switch (type) {
    case "A":
    case "B":
      return counted({ easy: 1, medium: 3, hard: 5 }[level]);
    case "C":
      return counted({ easy: 1, medium: 2, hard: 3 }[level]);
    case "D":
      return chained({ easy: 2, medium: 4, hard: 6 }[level]);
    default:
      return BY_SIZE[level];
  }
}
