import { countOf, plural, writeCount } from "./counts.ts";

/** Fewer seeds have no interval; the statistics say why (`server/stats/mean-interval.ts`). */
export const SEEDS_FOR_INTERVAL = 3;

/** An exploratory column pays for the others: with fewer seeds it seldom shows anything (`server/stats/README.md`). */
export const SEEDS_FOR_EXPLORATION = 5;

/** What a mean over seeds is, where it stands with its interval: in a foot, a method or a head. */
export const MEAN_WITH_INTERVAL = "mean over seeds with 95 % t interval";
/** What line and fill of a chart of configurations are. */
export const MEAN_WITH_BAND = "mean over seeds, band = 95 % t interval";

/** "1 seed", "3 seeds". */
export const writeSeeds = (n: number): string => countOf(n, "seed");

/** How many seeds are behind each of several means: "n 3 seeds", "n 2 to 3 seeds". */
export const seedsBehind = (least: number, most: number): string =>
  least === most ? `n ${writeSeeds(most)}` : `n ${writeCount(least)} to ${writeSeeds(most)}`;

/** Why a mean over so many seeds stands without an interval: too few of them, or all are equal. */
export const withoutInterval = (n: number): string =>
  n > 0 && n < SEEDS_FOR_INTERVAL ? `${writeSeeds(n)}, no interval` : "no interval";

/** "1 seed is too few to compare". */
export const tooFewSeeds = (n: number): string =>
  `${writeSeeds(n)} ${plural(n, "is", "are")} too few to compare`;
