import type { PowerAnswer } from "../contracts/power.ts";
import { countOf } from "./counts.ts";
import { writeLevel, writeSize } from "./quantities.ts";
import { beginSentence } from "./typography.ts";
import { OVER_SEEDS, OVER_SEEDS_AND_PROBLEMS } from "./claims.ts";
import { SEEDS_FOR_INTERVAL, writeSeeds } from "./seeds.ts";

type Facts = Omit<PowerAnswer, "sentences">;
type Shown = NonNullable<Facts["theseProblems"]>;

function shown({ seeds, unit, difference }: Facts, { detectable, seedsNeeded }: Shown, most: string): string {
  const now =
    detectable === null
      ? `${writeSeeds(seeds)} show no interval, ${writeSeeds(SEEDS_FOR_INTERVAL)} are the fewest`
      : `${writeSeeds(seeds)} show ${writeSize(detectable, unit)}`;
  if (difference === null) return now;
  const needs = seedsNeeded === null ? most : writeSeeds(seedsNeeded);
  return `${now}; ${writeSize(difference, unit)} needs ${needs}`;
}

/** Where configurations differ alike on every problem of the pilot, more seeds have no floor; "0.0" would promise one. */
const floorOfSeeds = (floor: number, unit: Facts["unit"]): string =>
  floor === 0
    ? "the earlier experiment shows no floor for more seeds"
    : `however many seeds, never below ${writeSize(floor, unit)} with these problems`;

/** What a design can show, a sentence for each question. */
export function powerSentences(facts: Facts, power: number): string[] {
  const { pilot, theseProblems, newProblems, title, unit, comparisons } = facts;
  if (!pilot || !theseProblems)
    return [
      `No experiment of this recipe says yet how much ${title} scatters over seeds: two finished seeds of two configurations do.`,
    ];
  const first = `${beginSentence(OVER_SEEDS)}: ${shown(facts, theseProblems, "more than 1,000 seeds")}.`;
  const second = newProblems
    ? [
        `${beginSentence(OVER_SEEDS_AND_PROBLEMS)}, ${countOf(newProblems.problems, "problem")}: ${shown(facts, newProblems, "more than 200 seeds, or more problems")}. However many problems, never below ${writeSize(newProblems.problemsNeverBeat, unit)} with ${writeSeeds(Math.max(facts.seeds, SEEDS_FOR_INTERVAL))}; ${floorOfSeeds(newProblems.seedsNeverBeat, unit)}.`,
      ]
    : [];
  return [
    first,
    ...second,
    `${countOf(comparisons, "comparison")}, ${writeLevel(power)} power, if runs scatter as in "${pilot.title}" (${writeSize(pilot.sd, unit)} over ${countOf(pilot.df, "degree")} of freedom, planned with ${writeSize(pilot.plannedSd, unit)}).`,
  ];
}
