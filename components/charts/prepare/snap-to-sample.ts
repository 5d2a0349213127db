import { lowerBound } from "#server/numbers/lower-bound.ts";
import { nearestIndex } from "./nearest-index.ts";
import type { PlotModel } from "./plot-model.ts";

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
