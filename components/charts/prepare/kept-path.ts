import type { Area, Line } from "./plot-model.ts";
import type { Scale } from "./scale.ts";

type Draw<Part extends Line | Area> = (part: Part, x: Scale, y: Scale) => string;

/** A chart and its full-screen view draw the same line on two frames. */
const FRAMES = 2;

const kept = new WeakMap<Line | Area, Map<unknown, { frame: string; path: string }[]>>();

/**
 * What `draw` made of this line on these axes, drawn again only if either is another: of a hundred lines one grows, and the
 * others keep their paths as long as the axes stay.
 */
export function keptPath<Part extends Line | Area>(draw: Draw<Part>, part: Part, x: Scale, y: Scale): string {
  const frame = `${frameOf(x)} ${frameOf(y)}`;
  const drawings = kept.get(part) ?? new Map<unknown, { frame: string; path: string }[]>();
  kept.set(part, drawings);
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
