import type { SeedBand } from "#server/contracts/charts/bands.ts";
import { writeStretch } from "#server/wording/axes.ts";
import { writeCount, writeN } from "#server/wording/counts.ts";

type Curve = Pick<SeedBand, "key" | "x" | "mean" | "n" | "sent">;

export interface TailMeans {
  means: number[];
  /** Seeds behind them: the fewest and the most at any of the steps, of those that have sent the causes at all. */
  n: { least: number; most: number; of: number };
}

/**
 * Means of the causes of a configuration over its last steps, from the steps at which all of them have one; null where there
 * is none.
 */
export function tailMeans(causes: readonly (readonly Curve[] | undefined)[], key: string): TailMeans | null {
  const bands = causes.map((ofAll) => ofAll?.find((b) => b.key === key));
  const curves = bands.map(
    (band) => new Map(band?.x.map((x, i) => [x, { mean: band.mean[i], n: band.n[i] }])),
  );
  const steps = [...curves[0].keys()].filter((x) =>
    curves.every((of) => typeof of.get(x)?.mean === "number"),
  );
  if (steps.length === 0) return null;
  const seeds = curves.flatMap((of) => steps.map((x) => of.get(x)?.n ?? 0));
  return {
    means: curves.map((of) => steps.reduce((sum, x) => sum + (of.get(x)?.mean ?? 0), 0) / steps.length),
    n: {
      least: Math.min(...seeds),
      most: Math.max(...seeds),
      of: Math.max(...bands.map((band) => band?.sent ?? 0)),
    },
  };
}

/** "n 5", "n 4 of 5" where a seed is not behind it, "n 3 to 4 of 5" where that changes along the steps. */
export function tailSeeds({ least, most, of }: TailMeans["n"]): string {
  const n = least === most ? writeN(most) : `n ${writeStretch(least, most)}`;
  return least === of ? n : `${n} of ${writeCount(of)}`;
}
