import { tellApart } from "#server/plot/text.ts";
import type { BandPoint, BandSeries } from "#server/plot/series.ts";
import type { RunColour } from "#server/plot/colours.ts";
import type { BandMode, SeedBand } from "#server/contracts/charts/bands.ts";
import { shortId } from "#server/contracts/id-prefixes.ts";

type Column = "mean" | "median" | "iqm" | "low" | "high" | "min" | "max";

/** Which columns of an answer are the line and its band. */
const COLUMNS: Record<BandMode, { line: Column; low: Column; high: Column }> = {
  "mean-ci": { line: "mean", low: "low", high: "high" },
  "mean-range": { line: "mean", low: "min", high: "max" },
  "median-range": { line: "median", low: "min", high: "max" },
  "iqm-range": { line: "iqm", low: "min", high: "max" },
};

/** Points of a line; an x where no seed has a point is a gap, and one where they are only NaN or infinite has no middle. */
export function bandPoints(band: SeedBand, mode: BandMode = "mean-ci"): BandPoint[] {
  const { line, low, high } = COLUMNS[mode];
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

/** How a page draws lines that it knows by their keys. */
export interface BandCast {
  colours: ReadonlyMap<string, RunColour>;
  /** What it calls them; left out, as the answer does. Of an answer for the page before, lines without a name are left out. */
  names?: ReadonlyMap<string, string>;
  /** What the others are read against; left out, the baseline of the answer. */
  baseline?: string | null;
  /** Keeps its band where four or more share the chart. */
  pinned?: string | null;
}

/** The same bands, called as the page calls them, no two alike. */
export function nameBands(found: readonly SeedBand[], { names }: Pick<BandCast, "names">): SeedBand[] {
  const bands = names ? found.filter(({ key }) => names.has(key)) : found;
  const called = tellApart(
    bands.map(({ key, label }) => {
      const [experimentId, cell = ""] = key.split(" ");
      return { name: names?.get(key) ?? label, marks: [shortId(experimentId), cell.slice(0, 8)] };
    }),
  );
  return bands.map((band, i) => ({ ...band, label: called[i] }));
}

/** One line for each band that is drawn, in the colour that its configuration has on the page. */
export function bandLines(drawn: readonly SeedBand[], mode: BandMode, cast: BandCast): BandSeries[] {
  return drawn
    .map((band) => ({
      key: band.key,
      label: band.label,
      variant: band.label,
      colour: cast.colours.get(band.key) ?? "rest",
      baseline: cast.baseline === undefined ? band.baseline : band.key === cast.baseline,
      pinned: band.key === cast.pinned,
      points: bandPoints(band, mode),
      seeds: band.sent - band.restarted,
      ofLogger: band.ofLogger,
    }))
    .filter(({ points }) => points.length > 0);
}
