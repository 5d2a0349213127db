import { formatValue } from "#components/ui/format/format-value.ts";
import { groupThousands } from "#components/ui/format/group-thousands.ts";
import type { Beyond, PlotModel } from "./plot-model.ts";
import { visibleRange } from "./visible-range.ts";
import { widestBucket } from "./widest-bucket.ts";
import { writeSpan } from "./write-x.ts";

interface Hidden {
  /** Intervals were cut at what is possible. */
  cut: boolean;
  /** Points whose x has no place on a log axis. */
  notOnX: number;
  /** y was fitted to all but outliers. */
  outliers: boolean;
}

/** A bucket that takes more of a log axis than this is said. */
const WIDE = 0.1;

const whole = (count: number) => groupThousands(String(count));
const points = (count: number) => (count === 1 ? "1 point" : `${whole(count)} points`);

/** Everything that a chart hid or could not draw at its value, in words under it. */
export function writeNotes(model: PlotModel, { cut, notOnX, outliers }: Hidden): string[] {
  const { x, series, lines, strips, empty } = model;
  const notes: string[] = [];
  if (cut) notes.push("Intervals end where the quantity does");
  const rest = series.filter((one) => one.role === "rest").length;
  if (rest > 0) notes.push(rest === 1 ? "1 other in grey" : `${rest} others in grey`);
  const hidden = lines.filter((line) => line.hidden).length;
  if (hidden > 0) notes.push(`${hidden} of ${lines.length} lines hidden`);
  for (const { meaning, marks } of strips) {
    const count = marks.reduce((sum, mark) => sum + mark.count, 0);
    const least = marks.some((mark) => mark.atLeast) ? "At least " : "";
    notes.push(`${least}${points(count)} ${count === 1 ? "is" : "are"} ${meaning}`);
  }
  if (notOnX > 0) notes.push(`${points(notOnX)} at ${x.label} 0 or less, not on log`);
  const widest = widestBucket(model);
  if (widest && widest.share > WIDE)
    notes.push(
      `Buckets as wide as ${writeSpan(widest.from, widest.to, x.kind)} on ${x.label}; zoom in for detail`,
    );
  const beyond = writeBeyond(model);
  if (beyond) notes.push(outliers ? `Outliers clipped: ${beyond}` : sentence(beyond));
  const isThere = series.some(({ line }) => {
    const [first, end] = visibleRange(line.samples, x.domain);
    return end > first;
  });
  if (x.zoomed && !empty && !isThere) notes.push("Nothing measured in this stretch");
  return notes;
}

function writeBeyond({ beyond, series, y: { kind } }: PlotModel): string {
  const unit = kind === "share" ? "\u202f%" : "";
  return beyond
    .map((row) => `${whatReaches(row, series.length)} ${row.side} ${formatValue(row.bound, kind)}${unit}`)
    .join(", ");
}

function whatReaches({ count, atLeast, smoothed }: Beyond, lines: number): string {
  const parts: string[] = [];
  if (count > 0) parts.push(`${atLeast ? "at least " : ""}${points(count)}`);
  if (smoothed > 0)
    parts.push(
      lines === 1 ? "the smoothed line" : `${smoothed} smoothed ${smoothed === 1 ? "line" : "lines"}`,
    );
  return parts.join(" and ");
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
