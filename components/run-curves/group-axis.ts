import { oneAxis } from "#components/panels/one-axis.ts";
import type { GroupBand } from "#server/contracts/series.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";

interface GroupAxis {
  axis: AxisName;
  /** Bands with points that stand on it. */
  drawn: GroupBand[];
  /** Bands with points on another axis only: one picture has one x. */
  others: number;
}

/**
 * What the bands of one chart are drawn over, of those that have points at all. The same whatever part of x was asked for, so
 * that the axis does not change with the zoom that stands on it.
 */
export function groupAxis(bands: readonly GroupBand[], asked: AxisName): GroupAxis {
  const sent = bands.filter((band) => band.sent > 0);
  const { axis, on, off } = oneAxis(sent, asked);
  return { axis, drawn: on.filter((band) => band.x.length > 0), others: off.length };
}
