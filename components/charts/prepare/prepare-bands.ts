import type { Annotations, BandPoint, BandSeries, XAxisSpec, YAxisSpec } from "../types.ts";
import { assembleModel } from "./assemble-model.ts";
import type { Drawable, PlotModel, PlotSeries, Sample } from "./plot-model.ts";
import { splitAtGaps } from "./split-at-gaps.ts";

export interface BandChartInput extends Annotations {
  series: BandSeries[];
  x: XAxisSpec;
  y: YAxisSpec;
}

/** Below this many seeds the t half-width is several standard deviations: no band, and the caption says so. */
export const LEAST_SEEDS = 3;
/** From this many variants on, only the baseline and pinned ones keep their band. */
const MANY = 4;

/** Means over seeds with their interval as a band; with many variants the last interval of the others as a bar. */
export function prepareBands({ series, x, y, ...annotations }: BandChartInput): PlotModel {
  const many = series.filter((one) => one.colour !== "rest").length >= MANY;
  const drawn = series.map((one) => drawBand(one, !many || Boolean(one.baseline || one.pinned)));
  return assembleModel({ series: drawn, strips: [], x, y, annotations, notes: seedNotes(series) });
}

function drawBand(one: BandSeries, withBand: boolean): PlotSeries {
  const samples = one.points.map(toSample);
  const rest = one.colour === "rest" && !one.baseline;
  const line = splitAtGaps(samples);
  const last = line.at(-1)?.at(-1);
  const band = withBand && !rest;
  const { low, high } = last ?? { low: null, high: null };
  return {
    key: one.key,
    label: one.label,
    colour: one.baseline ? "ink" : (one.colour ?? "ink"),
    role: one.baseline ? "baseline" : rest ? "rest" : "run",
    line: band ? line : line.map((stretch) => stretch.map((point) => ({ ...point, low: null, high: null }))),
    behind: [],
    members: (one.members ?? []).flatMap((member) => splitAtGaps(member.map(toMember))),
    area: band && samples.some((sample) => sample.low !== null) ? "interval" : null,
    dots: false,
    whisker: !band && !rest && low !== null && high !== null ? { low, high } : null,
    end: null,
    samples,
    nInWords: seedsInWords,
  };
}

function toSample({ x, mean, low, high, n }: BandPoint): Sample {
  const known = n >= LEAST_SEEDS;
  return {
    x,
    y: Number.isFinite(mean) ? mean : null,
    low: known ? low : null,
    high: known ? high : null,
    n,
    nonFinite: 0,
    span: [x, x],
  };
}

function toMember({ x, y }: { x: number; y: number }): Drawable {
  return { x, y, low: null, high: null, n: 1, nonFinite: 0, span: [x, x] };
}

function seedsInWords(n: number): string {
  return n === 1 ? "1 seed" : `${n} seeds`;
}

/** Which lines have no interval, and why. */
function seedNotes(series: BandSeries[]): string[] {
  const few = series
    .map((one) => ({ label: one.label, n: Math.max(0, ...one.points.map((point) => point.n)) }))
    .filter(({ n }) => n > 0 && n < LEAST_SEEDS);
  if (few.length > 1 && few.length === series.length) return ["Fewer than 3 seeds, no intervals"];
  return few.map(({ label, n }) =>
    series.length === 1 ? `${seedsInWords(n)}, no interval` : `${label}: ${seedsInWords(n)}, no interval`,
  );
}
