import type { ValueKind } from "#server/wording/quantities.ts";
import { drawnExtent } from "./drawn-extent.ts";
import type { Area, PlotSeries } from "./plot-model.ts";

/** Least and largest value a quantity can take; null where it has no such bound. */
export type PossibleRange = [low: number | null, high: number | null];

/** What the bounds of samples are: computed from them, or the lowest and highest that was measured. */
export type BoundsMeaning = Area["means"];

const ANY: PossibleRange = [null, null];

export function possibleRange(kind: ValueKind, given?: PossibleRange): PossibleRange {
  return given ?? (kind === "share" ? [0, 1] : ANY);
}

/**
 * Ends intervals where the quantity itself ends: a t interval of a share near 1 reaches beyond it, and no run can. Samples
 * are cut with the drawing, so that tooltip, table and CSV say what is drawn. A side on which even a drawn value lies
 * outside is left alone, since then the bound is wrong and not the interval; an envelope is measured and never cut. `cut` are
 * the bounds that cut something, ascending.
 */
export function clipToPossible(
  series: PlotSeries[],
  [least, most]: PossibleRange,
  bounds: BoundsMeaning,
): { series: PlotSeries[]; cut: number[] } {
  if (bounds !== "interval" && !series.some((one) => one.whisker)) return { series, cut: [] };
  const drawn = drawnExtent(series, null, "lines");
  const floor = least === null || drawn[0] < least ? -Infinity : least;
  const ceiling = most === null || drawn[1] > most ? Infinity : most;
  const cutAt = new Set<number>();
  const within = (value: number) => {
    const inside = Math.min(ceiling, Math.max(floor, value));
    if (inside !== value && !Number.isNaN(value)) cutAt.add(inside);
    return inside;
  };
  const clipped = series.map((one): PlotSeries => {
    const inside = bounds === "interval" ? cutSamples(one, within) : one;
    if (!one.whisker) return inside;
    const [low, high] = [within(one.whisker.low), within(one.whisker.high)];
    const open = { low: low !== one.whisker.low, high: high !== one.whisker.high };
    return { ...inside, whisker: { low, high, open } };
  });
  const cut = [...cutAt].sort((a, b) => a - b);
  return cut.length > 0 ? { series: clipped, cut } : { series, cut };
}

/** The line and its area read the same bounds afterwards. */
function cutSamples(one: PlotSeries, within: (value: number) => number): PlotSeries {
  const { line, area } = one;
  if (!line.samples.bounds) return one;
  const bounds = { low: line.samples.bounds.low.map(within), high: line.samples.bounds.high.map(within) };
  const samples = { ...line.samples, bounds };
  return { ...one, line: { ...line, samples }, area: area && { ...area, ...bounds, samples } };
}
