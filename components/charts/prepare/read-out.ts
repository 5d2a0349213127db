import { formatCount } from "#components/ui/format/format-count.ts";
import { formatDuration } from "#components/ui/format/format-duration.ts";
import { formatInterval } from "#components/ui/format/format-interval.ts";
import { formatNumber } from "#components/ui/format/format-number.ts";
import { formatValue, printedScale } from "#components/ui/format/format-value.ts";
import { intervalDecimals } from "#components/ui/format/interval-decimals.ts";
import type { RunColour } from "#components/ui/run-dot.tsx";
import { nearestIndex } from "./nearest-index.ts";
import type { PlotModel, PlotSeries, Sample } from "./plot-model.ts";

export interface ReadOutRow {
  key: string;
  label: string;
  colour: RunColour;
  /** Where the dot of the cursor stands; null where nothing can be drawn. */
  point: { x: number; y: number } | null;
  value: string;
  /** n, interval or envelope, NaN count. */
  detail: string;
}

export interface ReadOut {
  /** "train step 250" */
  title: string;
  rows: ReadOutRow[];
}

/**
 * What the tooltip says at `x`, ordered as the lines are: highest first. A series without a sample there is left out; it is
 * never read from a neighbour further than half its own spacing away.
 */
export function readOut(model: PlotModel, x: number): ReadOut {
  const rows = model.series
    .filter((one) => one.role !== "rest")
    .flatMap((one) => {
      const sample = sampleAt(one, x);
      return sample ? [toRow(model, one, sample)] : [];
    })
    .sort((a, b) => (b.point?.y ?? -Infinity) - (a.point?.y ?? -Infinity));
  return { title: `${model.x.label} ${writeX(model, x)}`, rows };
}

function sampleAt({ samples }: PlotSeries, x: number): Sample | null {
  const index = nearestIndex(samples, x);
  if (index < 0) return null;
  const sample = samples[index];
  if (x >= sample.span[0] && x <= sample.span[1]) return sample;
  const neighbour = samples[index + (x > sample.x ? 1 : -1)] ?? samples[index + (x > sample.x ? -1 : 1)];
  const reach = neighbour ? Math.abs(neighbour.x - sample.x) / 2 : 0;
  return Math.abs(sample.x - x) <= reach && isWithin(samples, x) ? sample : null;
}

function isWithin(samples: Sample[], x: number): boolean {
  return x >= samples[0].span[0] && x <= samples[samples.length - 1].span[1];
}

function toRow({ y: { kind } }: PlotModel, one: PlotSeries, sample: Sample): ReadOutRow {
  const n = kind === "share" ? sample.n : undefined;
  const value =
    sample.y === null
      ? sample.nonFinite > 0
        ? "NaN"
        : "–"
      : formatValue(sample.y, kind, one.dots ? n : null);
  return {
    key: one.key,
    label: one.label,
    colour: one.colour,
    point: sample.y === null ? null : { x: sample.x, y: sample.y },
    value: kind === "share" && sample.y !== null ? `${value}\u202f%` : value,
    detail: detailOf(one, sample, kind),
  };
}

function detailOf(one: PlotSeries, sample: Sample, kind: PlotModel["y"]["kind"]): string {
  const { factor } = printedScale(kind);
  const parts: string[] = [];
  if (sample.count !== undefined) parts.push(`${sample.count}/${sample.n}`);
  else parts.push(one.nInWords(sample.n));
  if (sample.low !== null && sample.high !== null && sample.high > sample.low) {
    const [low, high] = [sample.low * factor, sample.high * factor];
    parts.push(
      one.area === "envelope"
        ? `${formatNumber(low)} to ${formatNumber(high)}`
        : formatInterval(low, high, kind === "share" ? 1 : intervalDecimals(low, high)),
    );
  }
  if (sample.nonFinite > 0 && sample.y !== null) parts.push(`${sample.nonFinite} NaN`);
  return parts.filter(Boolean).join("  ");
}

function writeX({ x: { kind } }: PlotModel, x: number): string {
  if (kind === "duration") return formatDuration(x);
  return kind === "count" ? formatCount(x) : formatNumber(x);
}
