import { mean } from "../../numbers/middle.ts";
import { summary } from "../summary.ts";

/** Checkpoints of a run that are looked at, at most, and so many that do not yet show how much it moves. */
export const LAST_CHECKPOINTS = 5;
const TOO_FEW = 2;

export interface SignalToNoise {
  /** How far the means of the configurations are apart: largest less smallest. */
  signal: number;
  /** How far a run moves between its last checkpoints: root of the mean variance, ddof 1. */
  noise: number;
  ratio: number;
  /** Runs that show it. */
  runs: number;
}

/** The last checkpoints of a run, in their order. */
export const lastCheckpoints = (values: readonly number[]): number[] => values.slice(-LAST_CHECKPOINTS);

/**
 * Whether a set of problems can tell configurations apart: the spread of their means over how much a run moves between checkpoints
 * (Heineman et al. 2025, arXiv 2508.13144, with the range as dispersion). `cells` hold the values of the last checkpoints of each
 * run. Null with fewer than two configurations, where no run has 3 checkpoints, or where none moves.
 */
export function signalToNoise(cells: readonly (readonly (readonly number[])[])[]): SignalToNoise | null {
  const means = cells.flatMap((runs) => {
    const known = runs.filter((values) => values.length > 0);
    return known.length > 0 ? [mean(known.map(mean))] : [];
  });
  const moving = cells.flat().filter((values) => values.length > TOO_FEW);
  if (means.length < 2 || moving.length === 0) return null;
  const noise = Math.sqrt(mean(moving.map((values) => (summary(values).sd ?? 0) ** 2)));
  const signal = Math.max(...means) - Math.min(...means);
  return noise > 0 ? { signal, noise, ratio: signal / noise, runs: moving.length } : null;
}
