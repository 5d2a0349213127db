import type { SeedBand } from "./bands.ts";
import type { AxisName } from "../x-axes.ts";

interface OneAxis<Line> {
  axis: AxisName;
  /** What stands on it. */
  on: Line[];
  /** What has another axis only, and is not drawn: one picture has one x. */
  off: Line[];
}

/** What the lines of one chart are drawn over: the asked axis or, where none stands on it, the one of the first. */
export function oneAxis<Line extends { axis: AxisName }>(
  lines: readonly Line[],
  asked: AxisName,
): OneAxis<Line> {
  const axis = lines.some((line) => line.axis === asked) ? asked : (lines[0]?.axis ?? asked);
  return {
    axis,
    on: lines.filter((line) => line.axis === axis),
    off: lines.filter((line) => line.axis !== axis),
  };
}

/** The bands of one chart by what becomes of them. */
export interface ShownBands extends OneAxis<SeedBand> {
  asked: AxisName;
  /** Those on the axis that have points in sight. */
  drawn: SeedBand[];
  /** Those of which no run has sent a point over any axis. */
  silent: SeedBand[];
}

/**
 * Which of some bands a chart draws. The axis is the same whatever part of x was asked for, so that it does not change with the
 * zoom that stands on it. `isFixed`: what has no place on the asked axis is never drawn over its own.
 */
export function showBands(bands: readonly SeedBand[], asked: AxisName, isFixed = false): ShownBands {
  const sent = bands.filter((band) => band.sent > 0);
  const found = oneAxis(sent, asked);
  const isElsewhere = isFixed && found.axis !== asked;
  const { axis, on, off } = isElsewhere ? { axis: asked, on: [], off: sent } : found;
  return {
    asked,
    axis,
    on,
    off,
    drawn: on.filter((band) => band.x.length > 0),
    silent: bands.filter((band) => band.sent === 0),
  };
}
