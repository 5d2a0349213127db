import { formatInterval } from "#components/ui/format/format-interval.ts";
import { formatNumber } from "#components/ui/format/format-number.ts";
import { formatValue, printedScale, type ValueKind } from "#components/ui/format/format-value.ts";
import { withUnit } from "#components/ui/format/with-unit.ts";
import { intervalDecimals } from "#components/ui/format/interval-decimals.ts";
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
export function writeSample(one: PlotSeries, index: number, { kind, unit }: Printed): WrittenSample {
  const { line, behind } = one;
  const value = writeValue(one, line.samples, index, { kind, unit });
  if (!behind) return { value, raw: null, detail: writeDetail(one, line.samples, index, kind) };
  // Smoothed and raw come in the same buckets, but may be asked for in others.
  const measured = sampleAt(behind.samples, line.samples.x[index]);
  if (measured < 0) return { value, raw: "–", detail: "" };
  return {
    value,
    raw: writeValue(one, behind.samples, measured, { kind, unit }),
    detail: writeDetail(one, behind.samples, measured, kind),
  };
}

function writeValue({ dots }: PlotSeries, samples: Samples, index: number, { kind, unit }: Printed): string {
  const y = samples.y[index];
  if (!Number.isFinite(y)) return writeNonFinite(samples, index);
  const written = formatValue(y, kind, dots && kind === "share" ? samples.n[index] : null);
  return withUnit(written, kind === "share" ? "%" : unit);
}

function writeNonFinite({ nonFinite, posInf, negInf }: Samples, index: number): string {
  const count = nonFinite[index];
  if (count === 0) return "–";
  if (posInf?.[index] === count) return "inf";
  return negInf?.[index] === count ? "−inf" : "NaN";
}

function writeDetail(one: PlotSeries, samples: Samples, index: number, kind: ValueKind): string {
  const { n, hits, bounds, nonFinite, posInf, negInf, y } = samples;
  const { factor } = printedScale(kind);
  const parts: string[] = [];
  const hit = hits?.[index] ?? Number.NaN;
  if (!Number.isNaN(hit)) parts.push(`${hit}/${n[index]}`);
  else if (n[index] > 0) parts.push(one.nInWords(n[index]));
  const [low, high] = bounds ? [bounds.low[index] * factor, bounds.high[index] * factor] : [0, 0];
  if (high > low)
    parts.push(
      one.bounds === "envelope"
        ? `${formatNumber(low)} to ${formatNumber(high)}`
        : formatInterval(low, high, kind === "share" ? 1 : intervalDecimals(low, high)),
    );
  const infinite = [posInf?.[index] ?? 0, negInf?.[index] ?? 0];
  const counted: [number, string][] = [
    [nonFinite[index] - infinite[0] - infinite[1], "NaN"],
    [infinite[0], "inf"],
    [infinite[1], "−inf"],
  ];
  // A step that has nothing else says it in place of its value.
  if (Number.isFinite(y[index]) || nonFinite[index] > 1)
    parts.push(...counted.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`));
  return parts.filter(Boolean).join("  ");
}
