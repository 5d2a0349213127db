import type { AxisName } from "#server/contracts/x-axes.ts";

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
