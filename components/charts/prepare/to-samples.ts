import type { Samples } from "./plot-model.ts";

/** One measurement at one x, not a bucket. */
export interface Measurement {
  x: number;
  y: number | null;
  low: number | null;
  high: number | null;
  n: number;
  hits?: number;
}

/** Measurements as columns. What is not finite has no y. */
export function toSamples(points: readonly Measurement[]): Samples {
  const column = (read: (point: Measurement) => number | null | undefined) =>
    Float64Array.from(points, (point) => read(point) ?? Number.NaN);
  const x = column((point) => point.x);
  return {
    x,
    from: x,
    to: x,
    y: column(({ y }) => (y !== null && Number.isFinite(y) ? y : null)),
    bounds: points.some(({ low }) => low !== null)
      ? { low: column(({ low }) => low), high: column(({ high }) => high) }
      : null,
    n: column(({ n }) => n),
    hits: points.some(({ hits }) => hits !== undefined) ? column(({ hits }) => hits) : undefined,
    nonFinite: new Uint32Array(points.length),
  };
}
