import type { ValueKind } from "#components/ui/format/format-value.ts";
import type { Drawable, PlotSeries } from "./plot-model.ts";

/** Least and largest value a quantity can take; null where it has no such bound. */
export type PossibleRange = [low: number | null, high: number | null];

const ANY: PossibleRange = [null, null];

export function possibleRange(kind: ValueKind, given?: PossibleRange): PossibleRange {
  return given ?? (kind === "share" ? [0, 1] : ANY);
}

/**
 * Ends bands and bars where the quantity itself ends: a t interval of a share near 1 reaches beyond it, and no run can. A
 * side on which even a drawn value lies outside is left alone, since then the bound is wrong and not the interval.
 * `samples` keep what was computed, for the tooltip and the table.
 */
export function clipToPossible(
  series: PlotSeries[],
  [least, most]: PossibleRange,
): { series: PlotSeries[]; cut: boolean } {
  const drawn = series.flatMap((one) => [...one.line, ...one.behind, ...one.members]);
  const floor = least === null || anyDrawn(drawn, (y) => y < least) ? -Infinity : least;
  const ceiling = most === null || anyDrawn(drawn, (y) => y > most) ? Infinity : most;
  let cut = false;
  const within = (value: number) => {
    const kept = Math.min(ceiling, Math.max(floor, value));
    cut ||= kept !== value;
    return kept;
  };
  const clipped = series.map((one): PlotSeries => {
    const { whisker } = one;
    const line = one.line.map((stretch) =>
      stretch.map((point) => ({
        ...point,
        low: point.low === null ? null : within(point.low),
        high: point.high === null ? null : within(point.high),
      })),
    );
    if (!whisker) return { ...one, line };
    const [low, high] = [within(whisker.low), within(whisker.high)];
    const open = { low: low !== whisker.low, high: high !== whisker.high };
    return { ...one, line, whisker: { low, high, open } };
  });
  return cut ? { series: clipped, cut } : { series, cut };
}

function anyDrawn(stretches: Drawable[][], isOutside: (y: number) => boolean): boolean {
  return stretches.some((stretch) => stretch.some((point) => isOutside(point.y)));
}
