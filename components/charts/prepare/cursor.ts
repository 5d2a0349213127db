import { lowerBound } from "#server/numbers/mean.ts";
import type { PlotLayout } from "#server/plot/layout-plot.ts";
import type { Line, PlotModel, PlotSeries } from "#server/plot/plot-model.ts";
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

/** From further away than this, in px, nobody means a line. */
const REACH = 28;

/** The line that a pointer is nearest to, measured straight up or down in px; null where none is near or there is only one. */
export function nearestLine(
  { series }: Pick<PlotModel, "series">,
  { x, y }: Pick<PlotLayout, "x" | "y">,
  { px, py }: { px: number; py: number },
): PlotSeries | null {
  if (series.length < 2) return null;
  const at = x.toValue(px);
  let [best, least] = [null as PlotSeries | null, REACH];
  for (const one of series) {
    const value = valueAt(one.line, at);
    const far = value === null ? Infinity : Math.abs(y.toPx(value) - py);
    // Of lines that lie on each other the one that is drawn last is seen.
    if (far <= least) [best, least] = [one, far];
  }
  return best;
}

/** Where a line is drawn at `x`: between two samples that are joined on the way between them; null where it is not drawn. */
function valueAt({ samples: { x: columns, y }, runs }: Line, x: number): number | null {
  const after = lowerBound(columns, x);
  for (let run = 0; run < runs.length; run += 2) {
    if (after < runs[run] || after >= runs[run + 1]) continue;
    if (columns[after] === x || after === runs[run]) return columns[after] === x ? y[after] : null;
    const share = (x - columns[after - 1]) / (columns[after] - columns[after - 1]);
    return y[after - 1] + share * (y[after] - y[after - 1]);
  }
  return null;
}

/** A chart in the viewport: its plot, and all of it with title and notes, in px. */
interface TooltipFrame {
  plot: { top: number; bottom: number };
  top: number;
  viewport: { width: number; height: number };
}

const GAP = 4;
const EDGE = 8;

/**
 * Left and top edge of the tooltip of a chart in px of the viewport, around the cursor at `px`: under the plot, above the
 * chart where only there it fits, and else as far down as the window goes. It never lies over the lines where there is room.
 */
export function placeTooltip(
  px: number,
  tip: { width: number; height: number },
  { plot, top, viewport }: TooltipFrame,
): { left: number; top: number } {
  const left = Math.max(EDGE, Math.min(px - tip.width / 2, viewport.width - EDGE - tip.width));
  const [under, above] = [plot.bottom + GAP, top - GAP - tip.height];
  const lowest = viewport.height - EDGE - tip.height;
  return { left, top: under <= lowest ? under : above >= EDGE ? above : Math.max(EDGE, lowest) };
}
