import { lowerBound } from "#server/numbers/mean.ts";
import type { PlotModel } from "#server/plot/plot-model.ts";
import { nearestIndex } from "#server/plot/read-out.ts";
import { createScale } from "#server/plot/scale.ts";

/** The x of the sample nearest to `x` among all lines, as far as it is shown; null where there is none. */
export function snapToSample(model: PlotModel, x: number): number | null {
  let best: number | null = null;
  for (const shown of shownColumns(model)) {
    const at = shown[nearestIndex(shown, x)];
    if (best === null || Math.abs(at - x) < Math.abs(best - x)) best = at;
  }
  return best;
}

/** The next sample of any line beyond `x` to the right (1) or left (-1), as far as it is shown. */
export function nextSample(model: PlotModel, x: number, direction: 1 | -1): number | null {
  let best: number | null = null;
  for (const shown of shownColumns(model)) {
    const from = lowerBound(shown, x);
    const at = shown[direction < 0 ? from - 1 : shown[from] === x ? from + 1 : from];
    if (at === undefined) continue;
    if (best === null || Math.abs(at - x) < Math.abs(best - x)) best = at;
  }
  return best;
}

/** The x of each line inside the domain, where there are any. */
function* shownColumns({ series, x: { domain } }: PlotModel): Generator<Float64Array> {
  for (const { line } of series) {
    const { x } = line.samples;
    const first = lowerBound(x, domain[0]);
    let end = lowerBound(x, domain[1]);
    while (x[end] === domain[1]) end++;
    if (end > first) yield x.subarray(first, end);
  }
}

/** Page keys cross this share of what is shown. */
const PAGE = 0.1;

/**
 * Where a key moves the cursor from `x`: arrows to the next sample of any line, Page keys by a tenth of what is shown, Home
 * and End to the ends; from nowhere (null) it enters at the end that the key comes from. Null where the key means nothing
 * here or nothing lies further.
 */
export function walkSamples(model: PlotModel, key: string, x: number | null): number | null {
  const { domain, log } = model.x;
  const [first, last] = [snapToSample(model, domain[0]), snapToSample(model, domain[1])];
  const directions: Record<string, 1 | -1> = {
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageDown: -1,
  };
  if (key === "Home") return first;
  if (key === "End") return last;
  const direction = directions[key];
  if (direction === undefined) return null;
  if (x === null) return direction > 0 ? first : last;
  const next = nextSample(model, x, direction);
  if (next === null || !key.startsWith("Page")) return next;
  const scale = createScale(domain, [0, 1], log);
  const target = scale.toValue(scale.toPx(x) + direction * PAGE);
  const far = snapToSample(model, target);
  if (far === null) return next;
  return direction > 0 ? Math.max(next, far) : Math.min(next, far);
}

interface Cursor {
  /** In px of the viewport. */
  px: number;
  /** On which side there is more of the chart. */
  roomier: "left" | "right";
}

const GAP = 12;
const EDGE = 8;

/**
 * Left edge of the tooltip of a chart in px of the viewport: beside the cursor where the chart has more room, on the other
 * side where only there it fits, and otherwise over the cursor, since what leaves the window cannot be read.
 */
export function placeTooltip({ px, roomier }: Cursor, width: number, viewport: number): number {
  const most = viewport - EDGE - width;
  const sides = [px + GAP, px - GAP - width];
  const [wanted, other] = roomier === "right" ? sides : sides.toReversed();
  const fits = (left: number) => left >= EDGE && left <= most;
  if (fits(wanted)) return wanted;
  return fits(other) ? other : Math.max(EDGE, Math.min(wanted, most));
}
