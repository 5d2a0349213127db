import { writeStretch } from "../wording/charts/axes.ts";
import { countOf, plural, writeOf } from "../wording/counts.ts";
import { intervalsCut, notOnLog } from "../wording/charts/feet.ts";
import { quantityText } from "../wording/quantities.ts";
import { beginSentence } from "../wording/typography.ts";
import { intervalsBeyond, intervalsBelowLog } from "./intervals.ts";
import type { Beyond, Counted, PlotModel, PlotSeries } from "./plot-model.ts";
import { drawnSamples, visibleRange } from "./stretches.ts";

interface Hidden {
  /** Bounds of what is possible at which intervals were cut. */
  cut: readonly number[];
  /** Points whose x has no place on a log axis. */
  notOnX: number;
  /** What a log axis has no place for. */
  counted: Counted;
  /** y was fitted to all but outliers. */
  outliers: boolean;
}

/** A bucket that takes more of a log axis than this is said. */
const WIDE = 0.1;

/** Everything that a chart hid or could not draw at its value, in words under it. */
export function writeNotes(model: PlotModel, { cut, notOnX, counted, outliers }: Hidden): string[] {
  const { x, series, lines, strips, empty } = model;
  const notes: string[] = [];
  if (cut.length > 0) notes.push(intervalsCut(cut, model.y.kind === "share" ? "share" : model.y.unit));
  const rest = series.filter((one) => one.role === "rest").length;
  if (rest > 0) notes.push(`${countOf(rest, "other")} in gray`);
  if (series.some((one) => isDashed(one, x.domain))) notes.push("Dashed where not every seed has a point");
  const hidden = lines.filter((line) => line.hidden).length;
  if (hidden > 0) notes.push(`${writeOf(hidden, lines.length, "line")} hidden`);
  for (const { meaning, of, marks } of strips) {
    const count = marks.reduce((sum, mark) => sum + mark.count, 0);
    const least = marks.some((mark) => mark.atLeast) ? "At least " : "";
    notes.push(`${least}${countOf(count, of)} ${plural(count, "is", "are")} ${meaning}`);
  }
  const reaching = intervalsBelowLog(model);
  if (reaching > 0) notes.push(`${intervalsReach(reaching)} to 0 or below, not on log`);
  const placed = counted === "point" ? "point" : "mean";
  if (notOnX > 0) notes.push(notOnLog(notOnX, placed, x.label));
  const widest = widestBucket(model);
  if (widest && widest.share > WIDE)
    notes.push(
      `Buckets as wide as ${writeStretch(widest.from, widest.to, x.kind)} on ${x.label}; zoom in for detail`,
    );
  const beyond = [
    ...writeBeyond(model, counted === "lowest seed" ? "seed" : counted),
    ...writeIntervals(model),
  ].join(", ");
  if (beyond) notes.push(outliers ? `Outliers clipped: ${beyond}` : beginSentence(beyond));
  const isThere = series.some(({ line }) => {
    const [first, end] = visibleRange(line.samples, x.domain);
    return end > first;
  });
  if (x.zoomed && !empty && !isThere) notes.push("Nothing measured in this stretch");
  return notes;
}

/** Whether a stretch in sight is of fewer seeds than there are. */
function isDashed({ line, whole }: PlotSeries, domain: readonly [number, number]): boolean {
  return whole !== undefined && drawnSamples(whole, domain).length < drawnSamples(line, domain).length;
}

const endText = (bound: number, { y: { kind } }: PlotModel) =>
  quantityText({ value: bound, kind, unit: kind === "share" ? "share" : "" });

const intervalsReach = (count: number) =>
  `${countOf(count, "interval")} ${plural(count, "reaches", "reach")}`;

function writeBeyond(model: PlotModel, of: string): string[] {
  return model.beyond.map(
    (row) => `${whatReaches(row, model.series.length, of)} ${row.side} ${endText(row.bound, model)}`,
  );
}

/** A band that runs off an edge looks as if it ended there. */
function writeIntervals(model: PlotModel): string[] {
  const { above, below, both } = intervalsBeyond(model);
  const [low, high] = model.y.domain.map((end) => endText(end, model));
  const reach = (count: number, where: string) => (count === 0 ? [] : [`${intervalsReach(count)} ${where}`]);
  return [
    ...reach(above, `above ${high}`),
    ...reach(below, `below ${low}`),
    ...reach(both, `beyond ${low} and ${high}`),
  ];
}

function whatReaches({ count, atLeast, smoothed }: Beyond, lines: number, of: string): string {
  const parts: string[] = [];
  if (count > 0) parts.push(`${atLeast ? "at least " : ""}${countOf(count, of)}`);
  if (smoothed > 0) parts.push(lines > 1 ? countOf(smoothed, "smoothed line") : "the smoothed line");
  return parts.join(" and ");
}

/**
 * The bucket of more than one point that takes the greatest share of a log x axis, as its first and last x with that share;
 * null without any, or on a linear axis. Buckets are of equal width in x, so on a log axis the leftmost are the widest drawn.
 */
function widestBucket({ series, x }: PlotModel): { from: number; to: number; share: number } | null {
  if (!x.log) return null;
  const axis = Math.log10(x.domain[1]) - Math.log10(x.domain[0]);
  let widest: ReturnType<typeof widestBucket> = null;
  for (const { line, behind } of series) {
    const { samples } = behind ?? line;
    const { from, to, n, nonFinite } = samples;
    const [first, end] = visibleRange(samples, x.domain);
    for (let index = first; index < end; index++) {
      if (n[index] + nonFinite[index] < 2) continue;
      const [left, right] = [Math.max(from[index], x.domain[0]), Math.min(to[index], x.domain[1])];
      const share = (Math.log10(right) - Math.log10(left)) / axis;
      if (share > (widest?.share ?? 0)) widest = { from: from[index], to: to[index], share };
    }
  }
  return widest;
}
