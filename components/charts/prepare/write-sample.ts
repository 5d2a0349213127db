import { writeCount, writePart } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { type ValueKind, writeQuantity, writeValue } from "#server/wording/quantities.ts";
import { NOT_MEASURED, withUnit } from "#server/wording/typography.ts";
import type { PlotSeries, Samples } from "./plot-model.ts";
import { sampleAt } from "./sample-at.ts";

export interface WrittenSample {
  value: string;
  /** Of the points behind a smoothed line; null where it is not smoothed. */
  raw: string | null;
  detail: string;
}

/** How the values of a chart are printed. */
interface Printed {
  kind: ValueKind;
  /** Said with every number; a share carries its own. */
  unit: string;
}

/** One sample of a line in words: its value with its unit, n, interval or envelope, what was not finite. */
export function writeSample(one: PlotSeries, index: number, printed: Printed): WrittenSample {
  const { line, behind } = one;
  const { value, bounds } = valueOf(one, line.samples, index, printed);
  if (!behind) return { value, raw: null, detail: writeDetail(one, line.samples, index, bounds) };
  // Smoothed and raw come in the same buckets, but may be asked for in others.
  const measured = sampleAt(behind.samples, line.samples.x[index]);
  if (measured < 0) return { value, raw: NOT_MEASURED, detail: "" };
  const raw = valueOf(one, behind.samples, measured, printed);
  return { value, raw: raw.value, detail: writeDetail(one, behind.samples, measured, raw.bounds) };
}

/** A value with its unit, and the interval or the envelope around it; "" where it has none. */
function valueOf(
  { dots, bounds: meaning }: PlotSeries,
  samples: Samples,
  index: number,
  { kind, unit }: Printed,
): { value: string; bounds: string } {
  const [y, n] = [samples.y[index], dots ? samples.n[index] : null];
  const [low, high] = [samples.bounds?.low[index] ?? Number.NaN, samples.bounds?.high[index] ?? Number.NaN];
  const isInterval = high >= low && meaning !== "envelope";
  const written = writeQuantity({ value: y, kind, n, ...(isInterval ? { low, high } : {}) });
  const around =
    high > low && meaning === "envelope"
      ? `${writeValue(low, kind)} to ${writeValue(high, kind)}`
      : (written.interval ?? "");
  const value = Number.isFinite(y)
    ? withUnit(written.value, kind === "share" ? "%" : unit)
    : nonFiniteText(samples, index);
  return { value, bounds: around };
}

function nonFiniteText({ nonFinite, posInf, negInf }: Samples, index: number): string {
  const count = nonFinite[index];
  if (count === 0) return NOT_MEASURED;
  if (posInf?.[index] === count) return writeNumber(Infinity);
  return writeNumber(negInf?.[index] === count ? -Infinity : Number.NaN);
}

function writeDetail(one: PlotSeries, samples: Samples, index: number, bounds: string): string {
  const { n, hits, nonFinite, posInf, negInf, y } = samples;
  const parts: string[] = [];
  const hit = hits?.[index] ?? Number.NaN;
  if (!Number.isNaN(hit)) parts.push(writePart(hit, n[index]));
  else if (n[index] > 0) parts.push(one.nInWords(n[index]));
  parts.push(bounds);
  const infinite = [posInf?.[index] ?? 0, negInf?.[index] ?? 0];
  const counted: [number, number][] = [
    [nonFinite[index] - infinite[0] - infinite[1], Number.NaN],
    [infinite[0], Infinity],
    [infinite[1], -Infinity],
  ];
  // A step that has nothing else says it in place of its value.
  if (Number.isFinite(y[index]) || nonFinite[index] > 1)
    parts.push(
      ...counted.flatMap(([count, of]) => (count > 0 ? [`${writeCount(count)} ${writeNumber(of)}`] : [])),
    );
  return parts.filter(Boolean).join("  ");
}
