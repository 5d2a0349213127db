import type { ConditionKind, SpanUnit } from "../../contracts/alerts/words.ts";

/** What a rule asks of the points of a metric. */
export interface PointCondition {
  condition: Exclude<ConditionKind, "silent">;
  value: number;
  /** Over how much of x, or of the points' own time, it has to hold; 0: one point is enough. */
  span: number;
  unit: SpanUnit;
}

/** One after the other, x rising; `at` in ms. */
export interface Points {
  x: ArrayLike<number>;
  value: ArrayLike<number>;
  at: ArrayLike<number>;
}

/** A run of points for which the condition held, from the first of them to the one at which it was long enough. */
export interface Stretch {
  fromX: number;
  toX: number;
  fromAt: number;
  toAt: number;
  /** Value of the last of them. */
  value: number;
  points: number;
}

/** How far a series was looked at. */
export interface Followed {
  /** Greatest x that was looked at; points at or before it are not looked at again. */
  lastX: number;
  /** The stretch under way: it holds up to the last point. */
  open: Stretch | null;
}

export const NOT_FOLLOWED: Followed = { lastX: -Infinity, open: null };

/** NaN is neither above nor below anything, so it ends a stretch. */
const holds = ({ condition, value }: PointCondition, seen: number): boolean =>
  condition === "above" ? seen > value : seen < value;

const MINUTE = 60_000;

export const isLongEnough = (
  { span, unit }: Pick<PointCondition, "span" | "unit">,
  { fromX, toX, fromAt, toAt }: Stretch,
): boolean => (unit === "steps" ? toX - fromX >= span : toAt - fromAt >= span * MINUTE);

/**
 * Goes on through a series, and stops at the first point at which the condition has held without a break for as long as is
 * asked. Points may come in any portions: the answer is that of all at once.
 */
export function followPoints(
  condition: PointCondition,
  before: Followed,
  points: Points,
): { met: Stretch | null; after: Followed } {
  let { lastX, open } = before;
  for (let i = 0; i < points.x.length; i++) {
    const [x, value, at] = [points.x[i], points.value[i], points.at[i]];
    if (!(x > lastX)) continue;
    lastX = x;
    if (!holds(condition, value)) {
      open = null;
      continue;
    }
    open = open
      ? { ...open, toX: x, toAt: at, value, points: open.points + 1 }
      : { fromX: x, toX: x, fromAt: at, toAt: at, value, points: 1 };
    if (isLongEnough(condition, open)) return { met: open, after: { lastX, open } };
  }
  return { met: null, after: { lastX, open } };
}
