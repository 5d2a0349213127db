import { isSaidSeed, type SeedCount } from "../numbers/seeds.ts";
import { countOf, plural, writeCount, writeOf } from "./counts.ts";
import { writeDifference } from "./quantities.ts";

/** Fewer seeds, or other values, have no interval; the statistics ask it too and say why (`server/stats/mean-interval.ts`). */
export const SEEDS_FOR_INTERVAL = 3;

/** An exploratory column pays for the others: with fewer seeds it seldom shows anything (`server/stats/README.md`). */
export const SEEDS_FOR_EXPLORATION = 5;

/** What a mean over seeds is, where it stands with its interval: in a foot, a method or a head. */
export const MEAN_WITH_INTERVAL = "mean over seeds with 95 % t interval";
/** What line and fill of a chart of configurations are. */
export const MEAN_WITH_BAND = "mean over seeds, band = 95 % t interval";

/** "1 seed", "3 seeds". */
export const writeSeeds = (n: number): string => countOf(n, "seed");

/** What stands behind some runs: "3 seeds", "2 seeds and 1 run without a seed on record", "4 runs without a seed on record". */
export function writeSeedCount({ said, unsaid }: SeedCount): string {
  if (unsaid === 0) return writeSeeds(said);
  const without = `${countOf(unsaid, "run")} without a seed on record`;
  return said === 0 ? without : `${writeSeeds(said)} and ${without}`;
}

/** What a form says beside the choice of seeds: "Below 3 seeds there is no interval". */
export const NO_INTERVAL_BELOW = `Below ${writeSeeds(SEEDS_FOR_INTERVAL)} there is no interval`;

/** "3 seeds", "2 to 3 seeds". */
/** "3 seeds", "3 to 6 seeds". */
export const writeSeedsBetween = (least: number, most: number): string =>
  least === most ? writeSeeds(most) : `${writeCount(least)} to ${writeSeeds(most)}`;

/** How many seeds are behind each of several means: "n 3 seeds", "n 2 to 3 seeds". */
export const seedsBehind = (least: number, most: number): string => `n ${writeSeedsBetween(least, most)}`;

/** How many seeds configurations have: "3 seeds each", "2 to 3 seeds"; of none "". */
export function seedsOfEach(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(0, ...counts)];
  if (most === 0) return "";
  return least === most ? `${writeSeeds(most)} each` : writeSeedsBetween(least, most);
}

/** Why a mean over so many seeds stands without an interval: too few of them, or all are equal. */
export const withoutInterval = (n: number): string =>
  n > 0 && n < SEEDS_FOR_INTERVAL ? `${writeSeeds(n)}, no interval` : "no interval";

/** "1 seed is too few to compare". */
export const tooFewSeeds = (n: number): string =>
  `${writeSeeds(n)} ${plural(n, "is", "are")} too few to compare`;

function startOf(one: { config: string; isFirst: boolean } | undefined, seeds: number): string {
  if (!one) return plural(seeds, "Seed", "Seeds");
  return one.isFirst ? `Against the one ${one.config} run, seed` : `The one ${one.config} run over seed`;
}

/**
 * What other seeds of the same two things say beside a difference of one: "Seed 0: +33.0 pp; seeds 1, 2: +38.0 pp, −1.7 pp; 2 of 3
 * agree in sign." Where each is held against one run alone, that is said first. Null where there are none.
 */
export function otherSeedsWords(
  value: number | null,
  ofSeeds: readonly number[],
  others: {
    seeds: readonly { seed: number; value: number }[];
    leftOut: number;
    one?: { config: string; isFirst: boolean };
  } | null,
): string | null {
  if (value === null || others === null || others.seeds.length + others.leftOut === 0) return null;
  const write = (difference: number) => writeDifference({ value: difference, unit: "share" });
  const told = others.seeds.map(({ value: other }) => other);
  const seeds = others.seeds.map(({ seed }) => writeSeed(seed));
  const agree = [value, ...told].filter((one) => one !== 0 && one > 0 === value > 0).length;
  const own = `${startOf(others.one, ofSeeds.length)} ${ofSeeds.map(writeSeed).join(" against ")}: ${write(value)}`;
  const rest =
    told.length === 0
      ? ""
      : `; ${plural(told.length, "seed", "seeds")} ${seeds.join(", ")}: ${told.map(write).join(", ")}; ${writeOf(agree, told.length + 1)} agree in sign`;
  const left =
    others.leftOut > 0
      ? ` ${countOf(others.leftOut, "other seed was", "other seeds were")} measured otherwise.`
      : "";
  return `${own}${rest}.${left}`;
}

/** A seed as it is shown: runs from outside whose seed nobody said are counted down from -1. */
export const writeSeed = (seed: number): string =>
  isSaidSeed(seed) ? String(seed) : `not on record (${-seed})`;

/** "seed 3", "seed not on record (1)". */
export const nameSeed = (seed: number): string => `seed ${writeSeed(seed)}`;

/** Seeds as people type them: "0-2, 7". */
export function writeSeedList(seeds: readonly number[]): string {
  const sorted = [...new Set(seeds)].toSorted((a, b) => a - b);
  const parts: [number, number][] = [];
  for (const seed of sorted) {
    const last = parts.at(-1);
    if (last && seed === last[1] + 1) last[1] = seed;
    else parts.push([seed, seed]);
  }
  return parts
    .flatMap(([from, to]) =>
      from === to ? [String(from)] : to === from + 1 ? [String(from), String(to)] : [`${from}-${to}`],
    )
    .join(", ");
}
