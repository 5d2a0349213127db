import type { SeriesWindow } from "../types.ts";

/** A raw window from points; null is a step whose only value was NaN. */
export function rawWindow(points: [x: number, y: number | null][]): SeriesWindow {
  const y = points.map((point) => point[1]);
  return {
    raw: true,
    buckets: {
      x0: points.map((point) => point[0]),
      x1: points.map((point) => point[0]),
      first: y,
      last: y,
      min: y,
      max: y,
      mean: y,
      n: y.map((value) => (value === null ? 0 : 1)),
      nonFinite: y.map((value) => (value === null ? 1 : 0)),
    },
  };
}

/** Buckets of the given number of steps over points at 0, 1, 2, ...; null is a NaN. */
export function bucketWindow(values: (number | null)[], size: number): SeriesWindow {
  const buckets: SeriesWindow["buckets"] = {
    x0: [],
    x1: [],
    first: [],
    last: [],
    min: [],
    max: [],
    mean: [],
    n: [],
    nonFinite: [],
  };
  for (let start = 0; start < values.length; start += size) {
    const members = values.slice(start, start + size);
    const finite = members.filter((value) => value !== null);
    buckets.x0.push(start);
    buckets.x1.push(start + members.length - 1);
    buckets.first.push(finite[0] ?? null);
    buckets.last.push(finite.at(-1) ?? null);
    buckets.min.push(finite.length ? Math.min(...finite) : null);
    buckets.max.push(finite.length ? Math.max(...finite) : null);
    buckets.mean.push(finite.length ? finite.reduce((a, b) => a + b, 0) / finite.length : null);
    buckets.n.push(finite.length);
    buckets.nonFinite.push(members.length - finite.length);
  }
  return { raw: size === 1, buckets };
}

/** Points at every step from `from` to `to`, with one value. */
export function steps(from: number, to: number, y = 1): [number, number][] {
  return Array.from({ length: to - from + 1 }, (_, index) => [from + index, y]);
}
