import type { ZoomRange } from "../types.ts";
import type { Samples, StripMark, StripRow } from "./plot-model.ts";
import { visibleRange, within } from "./visible-range.ts";

interface StripInput {
  key: string;
  /** As measured, with what a log axis cannot show. */
  samples: Samples;
}

/** NaN and infinite points keep their place under the axis; they are never drawn at zero. Null where there are none. */
export function nonFiniteStrip(series: StripInput[], domain: ZoomRange): StripRow | null {
  const marks = collect(series, domain, ({ nonFinite }, index) => nonFinite[index]);
  const infinite = series.reduce(
    (sum, { samples }) => sum + total(samples.posInf) + total(samples.negInf),
    0,
  );
  const all = series.reduce((sum, { samples }) => sum + total(samples.nonFinite), 0);
  if (marks.length === 0) return null;
  return infinite === all
    ? { label: "inf", meaning: "infinite", marks }
    : { label: "NaN", meaning: infinite > 0 ? "NaN or infinite" : "NaN", marks };
}

/** On a log axis zero and negative values have no place; they go to a strip of their own. */
export function notOnLogStrip(series: StripInput[], domain: ZoomRange): StripRow | null {
  const marks = collect(series, domain, ({ y, bounds, n }, index) => {
    if (n[index] === 0) return 0;
    if (!bounds) return y[index] <= 0 ? n[index] : 0;
    if (bounds.high[index] <= 0) return n[index];
    // The bucket tells only its lowest point.
    return bounds.low[index] <= 0 ? 1 : 0;
  });
  return marks.length > 0 ? { label: "≤ 0", meaning: "zero or negative, not on log", marks } : null;
}

function total(counts: Samples["posInf"]): number {
  let sum = 0;
  for (const count of counts ?? []) sum += count;
  return sum;
}

function collect(
  series: StripInput[],
  domain: ZoomRange,
  countOf: (samples: Samples, index: number) => number,
): StripMark[] {
  const marks: StripMark[] = [];
  for (const { key, samples } of series) {
    const [first, end] = visibleRange(samples, domain);
    for (let index = first; index < end; index++) {
      const count = countOf(samples, index);
      if (count > 0) marks.push({ x: within(domain, samples.x[index]), count, key });
    }
  }
  return series.length > 1 ? marks.sort((a, b) => a.x - b.x) : marks;
}
