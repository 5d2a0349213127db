import { METRICS, metricInfo } from "../../workers/protocol/metrics/metrics.ts";

/** Least and largest value a quantity can take, in its unit; null where it has no such bound. */
export type PossibleRange = [low: number | null, high: number | null];

const ANY: PossibleRange = [null, null];

/** Sizes and counts, as the built-in metrics use these units. */
const FROM_ZERO = new Set(["steps", "episodes", "updates", "episodes/s", "s", "MB", "L2"]);

/** Spreads, estimators and losses whose definition cannot be negative, and all that is sent with them. */
const NEVER_NEGATIVE =
  /^(bench\/|curriculum\/|failures\/|eval\/steps|group\/(std|variance)|policy\/(kl|entropy)|optim\/(?!loss)|perf\/|prm\/(loss|held_out_mse)|program\/length|sft\/(entropy|loss))/;

/** Means of scores that are from 0 to 1 by definition and are written as numbers. */
const SCORES = new Set(["reward/prm", "prm/label_mean"]);

/** What a quantity can be of which only the unit is known: a share is from 0 to 1. */
export const rangeOfUnit = (unit: string): PossibleRange => (unit === "share" ? [0, 1] : ANY);

/** What a metric can be by its unit and definition; its intervals for people end there, wherever they are shown. */
export function possibleRange(metric: string, unit: string = metricInfo(metric).unit): PossibleRange {
  if (unit === "share") return rangeOfUnit(unit);
  if (SCORES.has(metric)) return [0, 1];
  const isCounted = Object.hasOwn(METRICS, metric) && FROM_ZERO.has(unit);
  return isCounted || NEVER_NEGATIVE.test(metric) ? [0, null] : ANY;
}

/** What a difference of two quantities can be, given what each can be: of two shares from -1 to 1. */
export const differenceRange = (own: PossibleRange, other: PossibleRange): PossibleRange => [
  own[0] === null || other[1] === null ? null : own[0] - other[1],
  own[1] === null || other[0] === null ? null : own[1] - other[0],
];

/**
 * Ends intervals where the quantity does: a t interval of a share near 1 reaches beyond it, and no run can. `lowest` and
 * `highest` of the values themselves: a bound that one of them breaks is wrong, not the interval, and cuts nothing.
 */
export function cutterOf([least, most]: PossibleRange, lowest: number, highest: number) {
  const floor = least === null || lowest < least ? -Infinity : least;
  const ceiling = most === null || highest > most ? Infinity : most;
  return (value: number): number => Math.min(ceiling, Math.max(floor, value));
}

/** The same for many bounds of one picture or table, with where any of them was cut, ascending. */
export function recordingCutter(possible: PossibleRange, lowest: number, highest: number) {
  const cutOff = cutterOf(possible, lowest, highest);
  const at = new Set<number>();
  return {
    within(value: number): number {
      const inside = cutOff(value);
      if (inside !== value && !Number.isNaN(value)) at.add(inside);
      return inside;
    },
    cutAt: () => [...at].toSorted((a, b) => a - b),
  };
}
