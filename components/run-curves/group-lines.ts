import type { BandPoint, BandSeries } from "#components/charts/types.ts";
import type { RunColour } from "#components/ui/run-dot.tsx";
import type { CurveVariant } from "#server/contracts/curves.ts";
import type { GroupBand } from "#server/contracts/series.ts";
import type { LineMode } from "./curves-search.ts";

export type GroupMode = Exclude<LineMode, "runs">;

type Column = "mean" | "median" | "iqm" | "low" | "high" | "min" | "max";

/** Which columns of a group are its line and its band, and what both are called. */
const MODES: Record<GroupMode, { line: Column; low: Column; high: Column; words: string }> = {
  "mean-ci": { line: "mean", low: "low", high: "high", words: "mean over seeds, band = 95 % t interval" },
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

function pointsOf(band: GroupBand, mode: GroupMode): BandPoint[] {
  const { line, low, high } = MODES[mode];
  return band.x.flatMap((x, i) => {
    const mean = band[line][i];
    return mean === null ? [] : [{ x, mean, low: band[low][i], high: band[high][i], n: band.n[i] }];
  });
}

/** One line for each configuration that has points, in the colour that its runs have. */
export function groupLines(
  bands: GroupBand[],
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
        colour: colours.get(band.key) ?? "rest",
        baseline: variant.baseline,
        points,
      },
    ];
  });
}

/** How many seeds are behind the lines, and what else their reader must know. */
export function groupNotes(bands: GroupBand[], leftOut: number): string[] {
  const drawn = bands.filter((band) => band.x.length > 0);
  if (drawn.length === 0) return [];
  const seeds = drawn.map((band) => band.runs);
  const [least, most] = [Math.min(...seeds), Math.max(...seeds)];
  const notes = [
    least === most ? `n ${most} ${most === 1 ? "seed" : "seeds"}` : `n ${least} to ${most} seeds`,
  ];
  if (least < 3) notes.push("no interval below 3 seeds");
  if (drawn.some((band) => band.aligned === "binned")) notes.push("each run by its means in bins of x");
  if (leftOut > 0)
    notes.push(
      `${leftOut} ${leftOut === 1 ? "run of a seed that another run counts for is" : "runs of seeds that other runs count for are"} left out`,
    );
  return notes;
}
