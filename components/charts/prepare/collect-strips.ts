import type { Sample, StripRow } from "./plot-model.ts";

interface StripInput {
  key: string;
  samples: Sample[];
}

/** NaN and infinite points keep their place under the axis; they are never drawn at zero. Null where there are none. */
export function nonFiniteStrip(series: StripInput[]): StripRow | null {
  return strip("NaN", "NaN or infinite", series, (sample) => sample.nonFinite);
}

/** On a log axis zero and negative values have no place; they go to a strip of their own. */
export function notOnLogStrip(series: StripInput[]): StripRow | null {
  return strip("≤ 0", "zero or negative, not on log", series, ({ y, n }) => (y !== null && y <= 0 ? n : 0));
}

function strip(
  label: string,
  meaning: string,
  series: StripInput[],
  countOf: (sample: Sample) => number,
): StripRow | null {
  const marks = series
    .flatMap(({ key, samples }) =>
      samples
        .filter((sample) => countOf(sample) > 0)
        .map((sample) => ({ x: sample.x, count: countOf(sample), key })),
    )
    .sort((a, b) => a.x - b.x);
  return marks.length > 0 ? { label, meaning, marks } : null;
}
