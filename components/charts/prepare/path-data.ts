import type { Drawable } from "./plot-model.ts";
import type { Scale } from "./scale.ts";

/** SVG path of a broken line: straight segments only, since a spline invents values. */
export function linePath(stretches: Drawable[][], x: Scale, y: Scale): string {
  return stretches
    .filter((stretch) => stretch.length > 1)
    .map((stretch) => `M${stretch.map((point) => at(point.x, point.y, x, y)).join("L")}`)
    .join("");
}

/** Points that stand alone between two gaps: lines of no length, which a round cap draws as dots. */
export function dotPath(stretches: Drawable[][], x: Scale, y: Scale): string {
  return stretches
    .filter((stretch) => stretch.length === 1)
    .map(([point]) => `M${at(point.x, point.y, x, y)}h0`)
    .join("");
}

/** SVG path of the area between the bounds of each sample; samples without bounds end it, as gaps do. */
export function areaPath(stretches: Drawable[][], x: Scale, y: Scale): string {
  return boundedStretches(stretches)
    .map((stretch) => {
      const top = stretch.map((point) => at(point.x, point.high, x, y));
      const bottom = stretch.map((point) => at(point.x, point.low, x, y)).reverse();
      return `M${top.join("L")}L${bottom.join("L")}Z`;
    })
    .join("");
}

/** Intervals of samples that stand alone, as bars: an area of one point has no width. */
export function barPath(stretches: Drawable[][], x: Scale, y: Scale): string {
  return boundedStretches(stretches)
    .filter((stretch) => stretch.length === 1)
    .map(([point]) => `M${at(point.x, point.low, x, y)}V${y.toPx(point.high).toFixed(1)}`)
    .join("");
}

type Bounded = Drawable & { low: number; high: number };

/** Cuts stretches where bounds are missing; in an envelope a single point is its own bound. */
export function boundedStretches(stretches: Drawable[][]): Bounded[][] {
  const cut: Bounded[][] = [];
  for (const stretch of stretches) {
    let open: Bounded[] | null = null;
    for (const sample of stretch) {
      const { low, high } = sample;
      if (low === null || high === null) open = null;
      else {
        if (open === null) cut.push((open = []));
        open.push({ ...sample, low, high });
      }
    }
  }
  return cut;
}

function at(x: number, y: number, xScale: Scale, yScale: Scale): string {
  return `${xScale.toPx(x).toFixed(1)} ${yScale.toPx(y).toFixed(1)}`;
}
