import { writeSpan } from "#components/charts/prepare/write-x.ts";
import type { ZoomRange } from "#components/charts/types.ts";
import { formatNumber } from "#components/ui/format/format-number.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { axisLabel } from "./axis.ts";

/** Axes that have a point at whole numbers only. */
const WHOLE: readonly AxisName[] = ["step", "episodes", "updates"];

/** What a page is zoomed to, "train step 7 to 23": of an axis of whole numbers the first and the last one in sight. */
export function zoomWords(axis: AxisName, [from, to]: ZoomRange): string {
  const [first, last] = [Math.ceil(from), Math.floor(to)];
  const stretch =
    WHOLE.includes(axis) && first <= last
      ? writeSpan(first, last, "number")
      : `${formatNumber(from)} to ${formatNumber(to)}`;
  return `${axisLabel(axis)} ${stretch}`;
}
