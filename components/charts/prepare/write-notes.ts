import { beginSentence } from "#components/ui/format/begin-sentence.ts";
import { formatValue } from "#components/ui/format/format-value.ts";
import { groupThousands } from "#components/ui/format/group-thousands.ts";
import { withUnit } from "#components/ui/format/with-unit.ts";
import { drawnSamples } from "./drawn-samples.ts";
import { intervalsBeyond } from "./intervals-beyond.ts";
import { intervalsBelowLog } from "./intervals-below-log.ts";
import type { Beyond, Counted, PlotModel, PlotSeries } from "./plot-model.ts";
import { visibleRange } from "./visible-range.ts";
import { widestBucket } from "./widest-bucket.ts";
import { writeSpan } from "./write-x.ts";

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

const whole = (count: number) => groupThousands(String(count));
const written = (count: number, of: string) => `${whole(count)} ${of}${count === 1 ? "" : "s"}`;

/** Everything that a chart hid or could not draw at its value, in words under it. */
export function writeNotes(model: PlotModel, { cut, notOnX, counted, outliers }: Hidden): string[] {
  const { x, series, lines, strips, empty } = model;
  const notes: string[] = [];
  if (cut.length > 0)
    notes.push(`Intervals are cut at ${cut.map((at) => boundWords(at, model)).join(" and ")}`);
  const rest = series.filter((one) => one.role === "rest").length;
  if (rest > 0) notes.push(rest === 1 ? "1 other in grey" : `${rest} others in grey`);
  if (series.some((one) => isDashed(one, x.domain))) notes.push("Dashed where not every seed has a point");
  const hidden = lines.filter((line) => line.hidden).length;
  if (hidden > 0) notes.push(`${hidden} of ${lines.length} lines hidden`);
  for (const { meaning, of, marks } of strips) {
    const count = marks.reduce((sum, mark) => sum + mark.count, 0);
    const least = marks.some((mark) => mark.atLeast) ? "At least " : "";
    notes.push(`${least}${written(count, of)} ${count === 1 ? "is" : "are"} ${meaning}`);
  }
  const reaching = intervalsBelowLog(model);
  if (reaching > 0)
    notes.push(
      `${written(reaching, "interval")} ${reaching === 1 ? "reaches" : "reach"} to 0 or below, not on log`,
    );
  const placed = counted === "point" ? "point" : "mean";
  if (notOnX > 0) notes.push(`${written(notOnX, placed)} at ${x.label} 0 or less, not on log`);
  const widest = widestBucket(model);
  if (widest && widest.share > WIDE)
    notes.push(
      `Buckets as wide as ${writeSpan(widest.from, widest.to, x.kind)} on ${x.label}; zoom in for detail`,
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

/** Zero needs no unit. */
function boundWords(bound: number, { y: { kind, unit } }: PlotModel): string {
  if (bound === 0) return "0";
  if (kind !== "share") return withUnit(formatValue(bound, kind), unit);
  return withUnit(String(Number((bound * 100).toPrecision(12))), "%");
}

const endText = (bound: number, { y: { kind } }: PlotModel) =>
  `${formatValue(bound, kind)}${kind === "share" ? "\u202f%" : ""}`;

function writeBeyond(model: PlotModel, of: string): string[] {
  return model.beyond.map(
    (row) => `${whatReaches(row, model.series.length, of)} ${row.side} ${endText(row.bound, model)}`,
  );
}

/** A band that runs off an edge looks as if it ended there. */
function writeIntervals(model: PlotModel): string[] {
  const { above, below, both } = intervalsBeyond(model);
  const [low, high] = model.y.domain.map((end) => endText(end, model));
  const reach = (count: number, where: string) =>
    count === 0 ? [] : [`${written(count, "interval")} ${count === 1 ? "reaches" : "reach"} ${where}`];
  return [
    ...reach(above, `above ${high}`),
    ...reach(below, `below ${low}`),
    ...reach(both, `beyond ${low} and ${high}`),
  ];
}

function whatReaches({ count, atLeast, smoothed }: Beyond, lines: number, of: string): string {
  const parts: string[] = [];
  if (count > 0) parts.push(`${atLeast ? "at least " : ""}${written(count, of)}`);
  if (smoothed > 0)
    parts.push(
      lines === 1 ? "the smoothed line" : `${smoothed} smoothed ${smoothed === 1 ? "line" : "lines"}`,
    );
  return parts.join(" and ");
}
