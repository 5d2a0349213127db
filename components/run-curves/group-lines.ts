import type { BandPoint, BandSeries } from "#components/charts/types.ts";
import type { RunColour } from "#components/ui/run-dot.tsx";
import type { CurveVariant } from "#server/contracts/curves.ts";
import type { GroupBand } from "#server/contracts/series.ts";
import { MEAN_WITH_BAND } from "#server/wording/seeds.ts";
import type { LineMode } from "./curves-search.ts";

export type GroupMode = Exclude<LineMode, "runs">;

type Column = "mean" | "median" | "iqm" | "low" | "high" | "min" | "max";

/** Which columns of a group are its line and its band, and what both are called. */
const MODES: Record<GroupMode, { line: Column; low: Column; high: Column; words: string }> = {
  "mean-ci": { line: "mean", low: "low", high: "high", words: MEAN_WITH_BAND },
  "mean-range": { line: "mean", low: "min", high: "max", words: "mean over seeds, band = lowest to highest" },
  "median-range": {
    line: "median",
    low: "min",
    high: "max",
    words: "median over seeds, band = lowest to highest",
  },
  "iqm-range": {
    line: "iqm",
    low: "min",
    high: "max",
    words: "interquartile mean over seeds, band = lowest to highest",
  },
};

export const groupWords = (mode: GroupMode): string => MODES[mode].words;

/** An x where no seed has a point is a gap, and one where they are only NaN or infinite has no mean. */
function pointsOf(band: GroupBand, mode: GroupMode): BandPoint[] {
  const { line, low, high } = MODES[mode];
  const { n, nonFinite, posInf, negInf } = band;
  return band.x.flatMap((x, i) =>
    n[i] + nonFinite[i] === 0
      ? []
      : [
          {
            x,
            mean: band[line][i],
            low: band[low][i],
            high: band[high][i],
            n: n[i],
            nonFinite: nonFinite[i],
            posInf: posInf[i],
            negInf: negInf[i],
          },
        ],
  );
}

/** One line for each configuration that has points, in the colour that its runs have. */
export function groupLines(
  bands: readonly GroupBand[],
  mode: GroupMode,
  variants: ReadonlyMap<string, CurveVariant>,
  colours: ReadonlyMap<string, RunColour>,
): BandSeries[] {
  return bands.flatMap((band) => {
    const variant = variants.get(band.key);
    const points = pointsOf(band, mode);
    if (!variant || points.length === 0) return [];
    return [
      {
        key: band.key,
        label: variant.label,
        variant: variant.label,
        colour: colours.get(band.key) ?? "rest",
        baseline: variant.baseline,
        points,
        seeds: band.sent - band.restarted,
      },
    ];
  });
}
