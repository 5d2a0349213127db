import type { SeriesWindow } from "../types.ts";

/** A raw window from points; null is a step whose only value was NaN, and infinities are themselves. */
export function rawWindow(points: [x: number, y: number | null][]): SeriesWindow {
  return toWindow(points.map(([x, y]) => ({ xs: [x], values: [y ?? Number.NaN] })));
}

/** Buckets of the given number of steps over points at 0, 1, 2, ...; null is a NaN. */
export function bucketWindow(values: (number | null)[], size: number): SeriesWindow {
  return bucketPoints(
    values.map((value, x) => [x, value ?? Number.NaN]),
    size,
  );
}

/** Buckets of the given number of points each. */
export function bucketPoints(points: [x: number, y: number][], size: number): SeriesWindow {
  const groups: { xs: number[]; values: number[] }[] = [];
  for (let start = 0; start < points.length; start += size) {
    const members = points.slice(start, start + size);
    groups.push({ xs: members.map(([x]) => x), values: members.map(([, y]) => y) });
  }
  return toWindow(groups);
}

function toWindow(groups: { xs: number[]; values: number[] }[]): SeriesWindow {
  const finite = groups.map(({ values }) => values.filter(Number.isFinite));
  const column = (read: (values: number[]) => number) =>
    Float64Array.from(finite, (values) => (values.length > 0 ? read(values) : Number.NaN));
  const count = (value: number) =>
    Uint32Array.from(groups, ({ values }) => values.filter((one) => one === value).length);
  return {
    raw: groups.every(({ xs }) => xs.length === 1),
    buckets: {
      x0: Float64Array.from(groups, ({ xs }) => xs[0]),
      x1: Float64Array.from(groups, ({ xs }) => xs[xs.length - 1]),
      first: column((values) => values[0]),
      last: column((values) => values[values.length - 1]),
      min: column((values) => Math.min(...values)),
      max: column((values) => Math.max(...values)),
      mean: column((values) => values.reduce((a, b) => a + b, 0) / values.length),
      n: Uint32Array.from(finite, (values) => values.length),
      nonFinite: Uint32Array.from(groups, ({ values }, index) => values.length - finite[index].length),
      posInf: count(Infinity),
      negInf: count(-Infinity),
    },
  };
}

/** Points at every step from `from` to `to`, with one value. */
export function steps(from: number, to: number, y = 1): [number, number][] {
  return Array.from({ length: to - from + 1 }, (_, index) => [from + index, y]);
}
