import { line } from "d3-shape";
import { pen, penAsCanvas } from "./path-pen.ts";
import type { Area, Line } from "./plot-model.ts";
import type { Scale } from "./scale.ts";
import { drawnSamples, eachRun } from "./stretches.ts";

/** Buckets wider than this, in px, are filled along their whole width; half of it is less than a px column. */
const NARROW = 0.8;
/** A fill this wide, in px, is seen without a bar. */
const VISIBLE = 3;
/** How far a spike reaches beyond its neighbours at least, in px. */
const SPIKE = 8;

/** SVG path of a broken line: straight segments only, since a spline invents values. */
export function linePath(part: Line, x: Scale, y: Scale): string {
  const { samples } = part;
  let first = 0;
  const draw = line<number>(x.toPx, (_, index) => y.toPx(samples.y[first + index])).context(penAsCanvas);
  pen.begin();
  eachRun(part, x.domain, (start, end) => {
    if (end - start < 2) return;
    first = start;
    draw(samples.x.subarray(start, end));
  });
  return pen.end();
}

/** Every sample as a line of no length, which a round cap draws as a dot. */
export function samplePath(part: Line, x: Scale, y: Scale): string {
  pen.begin();
  for (const index of drawnSamples(part, x.domain)) {
    pen.point("M", x.toPx(part.samples.x[index]), y.toPx(part.samples.y[index]));
    pen.add("h0");
  }
  return pen.end();
}

/** Points that stand alone between two gaps: lines of no length, which a round cap draws as dots. */
export function dotPath({ samples, runs }: Line, x: Scale, y: Scale): string {
  pen.begin();
  for (let run = 0; run < runs.length; run += 2) {
    const index = runs[run];
    if (runs[run + 1] - index > 1) continue;
    if (samples.x[index] < x.domain[0] || samples.x[index] > x.domain[1]) continue;
    pen.point("M", x.toPx(samples.x[index]), y.toPx(samples.y[index]));
    pen.add("h0");
  }
  return pen.end();
}

/**
 * SVG path of the area between the bounds of each sample. A bucket is filled from its first x to its last, so that its
 * extremes stand wherever in it they were measured; between buckets the fill goes straight. By hand, since an area of d3 has
 * one x for each sample.
 */
export function areaPath(area: Area, x: Scale, y: Scale): string {
  const { samples, low, high } = area;
  pen.begin();
  eachRun(area, x.domain, (start, end) => {
    for (let index = start; index < end; index++) {
      const [left, right] = edges(samples, index, x);
      pen.point(index === start ? "M" : "L", left, y.toPx(high[index]));
      if (right > left) pen.straight("H", right);
    }
    for (let index = end - 1; index >= start; index--) {
      const [left, right] = edges(samples, index, x);
      pen.point("L", right, y.toPx(low[index]));
      if (right > left) pen.straight("H", left);
    }
    pen.add("Z");
  });
  return pen.end();
}

/** Where the fill of a bucket begins and ends; a narrow one is filled at its middle. */
function edges({ x: middle, from, to }: Area["samples"], index: number, x: Scale): [number, number] {
  const [left, right] = [x.toPx(from[index]), x.toPx(to[index])];
  if (right - left >= NARROW) return [left, right];
  const px = x.toPx(middle[index]);
  return [px, px];
}

/**
 * Bounds of samples that stand alone, as bars: an area of one point has no width, and a spike of one bucket is a px wide and
 * nearly the ground. A bucket is a spike where it reaches beyond each of its neighbours by more than twice their height; an
 * interval is none, since a bar in its band would be read as an error bar.
 */
export function barPath(area: Area, x: Scale, y: Scale): string {
  const { means, samples, low, high } = area;
  pen.begin();
  eachRun(area, x.domain, (start, end) => {
    for (let index = start; index < end; index++) {
      if (x.toPx(samples.to[index]) - x.toPx(samples.from[index]) >= VISIBLE) continue;
      const [top, bottom] = [y.toPx(high[index]), y.toPx(low[index])];
      const beyond = (neighbour: number) => {
        if (neighbour < start || neighbour >= end) return true;
        const [itsTop, itsBottom] = [y.toPx(high[neighbour]), y.toPx(low[neighbour])];
        return Math.max(itsTop - top, bottom - itsBottom) > Math.max(SPIKE, 2 * (itsBottom - itsTop));
      };
      const isLone = end - start === 1;
      const isSpike = () => bottom - top >= SPIKE && beyond(index - 1) && beyond(index + 1);
      if (!isLone && (means === "interval" || !isSpike())) continue;
      pen.point("M", x.toPx(samples.x[index]), bottom);
      pen.straight("V", top);
    }
  });
  return pen.end();
}

type Draw<Part extends Line | Area> = (part: Part, x: Scale, y: Scale) => string;

/** A chart and its full-screen view draw the same line on two frames. */
const FRAMES = 2;

const keptPaths = new WeakMap<Line | Area, Map<unknown, { frame: string; path: string }[]>>();

/**
 * What `draw` made of this line on these axes, drawn again only if either is another: of a hundred lines one grows, and the
 * others keep their paths as long as the axes stay.
 */
export function keptPath<Part extends Line | Area>(draw: Draw<Part>, part: Part, x: Scale, y: Scale): string {
  const frame = `${frameOf(x)} ${frameOf(y)}`;
  const drawings = keptPaths.get(part) ?? new Map<unknown, { frame: string; path: string }[]>();
  keptPaths.set(part, drawings);
  const paths = drawings.get(draw) ?? [];
  const found = paths.find((one) => one.frame === frame);
  if (found) return found.path;
  const path = draw(part, x, y);
  drawings.set(draw, [{ frame, path }, ...paths].slice(0, FRAMES));
  return path;
}

/** Two values and where they lie tell one axis from another. */
function frameOf({ domain: [from, to], log, toPx }: Scale): string {
  return `${from} ${to} ${log} ${toPx(from)} ${toPx(to)}`;
}
