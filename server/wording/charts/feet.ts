import { countOf, plural } from "../counts.ts";
import { withSign, writeNumber } from "../numbers.ts";
import { printedUnit, writeSetShare } from "../quantities.ts";
import { withUnit } from "../typography.ts";

/** That things have no place on an axis, by its label: "3 points have no tokens and are not drawn". */
export const withoutPlace = (n: number, one: string, axis: string, many?: string): string =>
  `${countOf(n, one, many)} ${plural(n, "has", "have")} no ${axis} and ${plural(n, "is", "are")} not drawn`;

/** That points lie where a log axis, by its label, has no place: "At least 3 points at wall seconds 0 or less, not on log". */
export const notOnLog = (n: number, one: string, axis: string, isLeast = false): string =>
  `${isLeast ? "At least " : ""}${countOf(n, one)} at ${axis} 0 or less, not on log`;

/** That there is nothing in the part of an axis that is shown. */
export const nothingBetween = (from: number, to: number, axis: string): string =>
  `None between ${writeNumber(from)} and ${writeNumber(to)} on ${axis}.`;

/** That runs, or those of somebody, began an axis anew and are left out of what is put together. */
export const leftOutResumed = (n: number, axis: string, [one, many]: [string, string]): string =>
  `${countOf(n, one, many)} ${plural(n, "was", "were")} resumed and ${plural(n, "is", "are")} left out: ${axis} began again`;

/** What a method leaves out, behind its name; empty where there was nothing. */
export const leftOutValues = (nonFinite: number): string =>
  nonFinite === 0 ? "" : `; ${countOf(nonFinite, "non-finite value")} left out`;

/** Where intervals are ended, by the bounds of what a quantity of this unit can be: "cut at 0 and 100 %". Zero needs no unit. */
export const cutWords = (bounds: readonly number[], unit: string): string =>
  `cut at ${bounds.map((at) => (at === 0 ? "0" : unit === "share" ? writeSetShare(at) : withUnit(writeNumber(at), unit))).join(" and ")}`;

/** The same of an interval of a difference: "cut at −100 pp and +100 pp". */
export const cutDifferenceWords = (bounds: readonly number[], unit: string): string =>
  `cut at ${bounds.map((at) => withUnit(withSign(unit === "share" ? writeNumber(at * 100) : writeNumber(at)), printedUnit(unit, true))).join(" and ")}`;

/** That a chart ended intervals: "Intervals are cut at 0 and 100 %". */
export const intervalsCut = (bounds: readonly number[], unit: string): string =>
  `${INTERVALS_CUT} ${cutWords(bounds, unit)}`;

const INTERVALS_CUT = "Intervals are";

/** The same of several charts with bounds of their own, which stand on their axes. */
export const CUT_EVERYWHERE = "intervals are cut where a metric ends";

/** Whether words under a chart say where it ended intervals. */
export const saysIntervalsCut = (words: string): boolean => words.startsWith(`${INTERVALS_CUT} cut at `);
