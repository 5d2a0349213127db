import type { ValueKind } from "#components/ui/format/format-value.ts";
import { drawnExtent } from "./drawn-extent.ts";
import type { PlotSeries } from "./plot-model.ts";

/** Least and largest value a quantity can take; null where it has no such bound. */
export type PossibleRange = [low: number | null, high: number | null];

const ANY: PossibleRange = [null, null];

export function possibleRange(kind: ValueKind, given?: PossibleRange): PossibleRange {
  return given ?? (kind === "share" ? [0, 1] : ANY);
}

/**
 * Ends bands and bars where the quantity itself ends: a t interval of a share near 1 reaches beyond it, and no run can. A
 * side on which even a drawn value lies outside is left alone, since then the bound is wrong and not the interval. Samples
 * keep what was computed, for the tooltip and the table; an envelope is measured and never cut.
 */
export function clipToPossible(
  series: PlotSeries[],
  [least, most]: PossibleRange,
): { series: PlotSeries[]; cut: boolean } {
  if (!series.some((one) => one.area?.means === "interval" || one.whisker)) return { series, cut: false };
  const drawn = drawnExtent(series, null, "lines");
  const floor = least === null || drawn[0] < least ? -Infinity : least;
  const ceiling = most === null || drawn[1] > most ? Infinity : most;
  let cut = false;
  const within = (value: number) => {
    const inside = Math.min(ceiling, Math.max(floor, value));
    cut ||= inside !== value && !Number.isNaN(value);
    return inside;
  };
  const clipped = series.map((one): PlotSeries => {
    const area =
      one.area?.means === "interval"
        ? { ...one.area, low: one.area.low.map(within), high: one.area.high.map(within) }
        : one.area;
    if (!one.whisker) return { ...one, area };
    const [low, high] = [within(one.whisker.low), within(one.whisker.high)];
    const open = { low: low !== one.whisker.low, high: high !== one.whisker.high };
    return { ...one, area, whisker: { low, high, open } };
  });
  return cut ? { series: clipped, cut } : { series, cut };
}
