import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeShare } from "../wording/quantities.ts";
import { seededRandom } from "./seeded-random.ts";

/** Golden vectors by file name, to be cast to their shape; `madeBy` in the file names the tool and its version. */
export function readGolden(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, "golden", name), "utf8"));
}

/** |actual / expected - 1|, and 0 where both are the same number (zeros too). */
export function relativeError(actual: number, expected: number): number {
  return actual === expected ? 0 : Math.abs(actual / expected - 1);
}

/** Random draws for simulated worlds. */
export interface Draws {
  uniform: () => number;
  normal: () => number;
  /** Student's t with 3 degrees of freedom, scaled to variance 1: heavy tails. */
  heavy: () => number;
  binomial: (n: number, p: number) => number;
}

export function draws(seed: number): Draws {
  const random = seededRandom(seed);
  const uniform = () => (random() + 0.5) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const heavy = () => {
    const chi = normal() ** 2 + normal() ** 2 + normal() ** 2;
    return normal() / Math.sqrt(chi);
  };
  const binomial = (n: number, p: number) => {
    let count = 0;
    for (let i = 0; i < n; i++) if (uniform() < p) count++;
    return count;
  };
  return { uniform, normal, heavy, binomial };
}

/** Simulated worlds per figure. `npm run test:long` sets STATS_WORLDS to 2,000 and prints every figure with its seed. */
export const WORLDS = Number(process.env.STATS_WORLDS ?? 300);
export const LONG_RUN = process.env.STATS_WORLDS !== undefined;
export const SIMULATION = { timeout: 1_800_000 };

/** Share of worlds in which `holds`; printed in the long run. */
export function shareOfWorlds(name: string, seed: number, holds: (random: Draws) => boolean): number {
  const random = draws(seed);
  let count = 0;
  for (let world = 0; world < WORLDS; world++) if (holds(random)) count++;
  if (LONG_RUN) console.log(`seed ${seed}: ${name}: ${writeShare(count / WORLDS)}`);
  return count / WORLDS;
}

/** Four standard errors of a simulated share around what is expected. */
export function simulationError(expected: number): number {
  return 4 * Math.sqrt((expected * (1 - expected)) / WORLDS);
}

/** Whether an interval exists and holds the truth. */
export function covers(interval: { low: number | null; high: number | null }, truth: number): boolean {
  const { low, high } = interval;
  return low !== null && high !== null && low <= truth && truth <= high;
}
