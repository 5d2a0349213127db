import type { PowerAnswer, PowerPilot, PowerShown } from "../contracts/launch/power.ts";
import { countOf } from "./counts.ts";
import { writeLevel, writeSize } from "./quantities.ts";
import { readTyped } from "./typed.ts";
import { beginSentence, withUnit } from "./typography.ts";
import { OVER_SEEDS, OVER_SEEDS_AND_PROBLEMS, PLANS_WIDER, scattersWords } from "./claims.ts";
import { SEEDS_FOR_INTERVAL, writeSeeds } from "./seeds.ts";

type Facts = Omit<PowerAnswer, "sentences">;

/** The largest difference that two shares can have. */
const WHOLE_SHARE = withUnit("100", "pp");
const isBeyond = (size: number, unit: string): boolean => unit === "share" && size > 1;

/** Why a difference cannot be asked for; null where it can. In the metric's unit, shares 0 to 1. */
export function refuseDifference(size: number, unit: string): string | null {
  if (!(size > 0)) return "A difference to be shown is more than 0.";
  if (isBeyond(size, unit)) return `No difference of a share is larger than ${WHOLE_SHARE}.`;
  return Number.isFinite(size) ? null : "A difference to be shown is a finite number.";
}

/** A difference as it is typed, points for a share, in the metric's unit; or why it is none. An empty text asks for none. */
export function readDifference(
  text: string,
  unit: string,
): { difference: number | null; wrong: string | null } {
  if (text.trim() === "") return { difference: null, wrong: null };
  const typed = readTyped(text.replace(/(?<!\s)\s*(pp|%)\s*$/, ""));
  const size = typed !== null && unit === "share" ? typed / 100 : typed;
  if (size === null || size <= 0) return { difference: null, wrong: "A number above 0, such as 5." };
  const wrong = refuseDifference(size, unit);
  return { difference: wrong === null ? size : null, wrong };
}

/** Never below: a floor that no difference of a share reaches is the largest difference there is. */
const writeFloor = (floor: number, unit: string): string =>
  isBeyond(floor, unit) ? WHOLE_SHARE : writeSize(floor, unit);

function shown(
  { seeds, unit, difference }: Facts,
  { detectable, seedsNeeded }: PowerShown,
  most: string,
): string {
  const now =
    detectable === null
      ? `${writeSeeds(seeds)} give no interval, at least ${writeSeeds(SEEDS_FOR_INTERVAL)} are needed`
      : isBeyond(detectable, unit)
        ? `${writeSeeds(seeds)} detect only more than ${WHOLE_SHARE}, which no rate can differ by`
        : `${writeSeeds(seeds)} detect ${writeSize(detectable, unit)}`;
  if (difference === null) return now;
  const needs = seedsNeeded === null ? most : writeSeeds(seedsNeeded);
  return `${now}; ${writeSize(difference, unit)} needs ${needs}`;
}

/** A source of error that the pilot does not have sets no floor; "0.0" would promise one. */
function floors(
  { seeds, unit }: Facts,
  { problemsNeverBeat, seedsNeverBeat }: NonNullable<Facts["newProblems"]>,
): string {
  const ofProblems =
    problemsNeverBeat === 0
      ? "No floor is known for more problems"
      : `Floor: ${writeFloor(problemsNeverBeat, unit)} with ${writeSeeds(Math.max(seeds, SEEDS_FOR_INTERVAL))} at any number of problems`;
  const ofSeeds =
    seedsNeverBeat === 0
      ? "no floor is known for more seeds"
      : `${writeFloor(seedsNeverBeat, unit)} with this eval set at any number of seeds`;
  return `${ofProblems}; ${ofSeeds}.`;
}

/** Why nothing can be said. */
function silence({ noPilot, title }: Facts): string {
  if (noPilot === "all_equal")
    return `${title} is the same in all finished seeds of each configuration, so there is no SD to plan with. Choose another metric.`;
  return noPilot === "asked_too_few"
    ? `The chosen experiment has no SD of ${title} between seeds for this recipe. It takes 2 finished seeds of 2 configurations, evaluated alike.`
    : `No SD of ${title} between seeds is known for this recipe. It takes 2 finished seeds of 2 configurations.`;
}

/** One spread stands for all configurations, which is wrong where one of them scatters unlike the others. */
function unlikeTheOthers({ config, ratio }: NonNullable<PowerPilot["spreadStandsOut"]>): string {
  const [own, others] = ratio !== null && ratio < 1 ? ["smaller", "larger"] : ["larger", "smaller"];
  return `${scattersWords(config, ratio)}. The pooled SD is used here, so a comparison with ${config} detects only ${own} effects than stated, and one of the others ${others} ones too.`;
}

/** What a design can show, a sentence for each question; where spreads clearly differ, that first. */
export function powerSentences(
  facts: Facts,
  { power, mostSeeds, mostOnNew }: { power: number; mostSeeds: number; mostOnNew: number },
): string[] {
  const { pilot, theseProblems, newProblems, unit, comparisons } = facts;
  if (!pilot || !theseProblems) return [silence(facts)];
  const first = `${beginSentence(OVER_SEEDS)}: ${shown(facts, theseProblems, `more than ${writeSeeds(mostSeeds)}`)}.`;
  const second = newProblems
    ? [
        `${beginSentence(OVER_SEEDS_AND_PROBLEMS)}, ${countOf(newProblems.problems, "problem")}: ${shown(facts, newProblems, `more than ${writeSeeds(mostOnNew)}, or more problems`)}. ${floors(facts, newProblems)}`,
      ]
    : [];
  return [
    ...(pilot.spreadStandsOut ? [unlikeTheOthers(pilot.spreadStandsOut)] : []),
    first,
    ...second,
    `${countOf(comparisons, "comparison")}, ${writeLevel(power)} power, SD as in "${pilot.title}": ${writeSize(pilot.sd, unit)} within ${countOf(pilot.configurations, "configuration")} (${countOf(pilot.df, "degree")} of freedom), planned with ${writeSize(pilot.plannedSd, unit)}. ${beginSentence(PLANS_WIDER)}, so these are larger than on its page.`,
  ];
}
