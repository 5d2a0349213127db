import type { SeriesWindow } from "./series.ts";

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

/** Every straight piece of a path made of M, L, V, H, h and Z, in px. For tests. */
export function pathSegments(path: string): [x0: number, y0: number, x1: number, y1: number][] {
  const segments: [number, number, number, number][] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const go = (toX: number, toY: number) => {
    segments.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  for (const [, command, rest] of path.matchAll(/([MLVHhZ])([^MLVHhZ]*)/g)) {
    const [a, b] = rest.trim().split(/[ ,]+/).map(Number);
    if (command === "M") [x, y, startX, startY] = [a, b, a, b];
    if (command === "L") go(a, b);
    if (command === "V") go(x, a);
    if (command === "H") go(a, y);
    if (command === "h") go(x + a, y);
    if (command === "Z") go(startX, startY);
  }
  return segments;
}

/** Least and greatest y that a path reaches between two x, in px; [Infinity, -Infinity] where it does not come. For tests. */
export function pathExtent(path: string, from: number, to: number): [number, number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const [x0, y0, x1, y1] of pathSegments(path)) {
    const [left, right] = [Math.max(from, Math.min(x0, x1)), Math.min(to, Math.max(x0, x1))];
    if (left > right) continue;
    const at = (x: number) => (x1 === x0 ? y0 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0));
    for (const y of x0 === x1 ? [y0, y1] : [at(left), at(right)]) {
      least = Math.min(least, y);
      greatest = Math.max(greatest, y);
    }
  }
  return [least, greatest];
}
