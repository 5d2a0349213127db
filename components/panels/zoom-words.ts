import type { ZoomRange } from "#server/plot/series.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { writeStretch } from "#server/wording/axes.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { axisLabel } from "#server/wording/axis-names.ts";

/** Axes that have a point at whole numbers only. */
const WHOLE: readonly AxisName[] = ["step", "episodes", "updates"];

/** What a page is zoomed to, "train step 7 to 23": of an axis of whole numbers the first and the last one in sight. */
export function zoomWords(axis: AxisName, [from, to]: ZoomRange): string {
  const [first, last] = [Math.ceil(from), Math.floor(to)];
  const stretch =
    WHOLE.includes(axis) && first <= last
      ? writeStretch(first, last, "number")
      : `${writeNumber(from)} to ${writeNumber(to)}`;
  return `${axisLabel(axis)} ${stretch}`;
}
