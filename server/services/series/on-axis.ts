import type { StoredPoint } from "#db/queries/points.ts";
import type { XAxis } from "../../contracts/series.ts";

/** The series an axis is read from; step and wall time need none. */
export const AXIS_METRIC: Partial<Record<XAxis, string>> = {
  episodes: "progress/episodes",
  updates: "progress/updates",
  cpu: "perf/cpu_s",
};

export interface AxisPoint extends StoredPoint {
  /** Where the point stands on the chosen axis; x stays its step. */
  at: number;
}

/** Points of a series placed on an axis; wall time is seconds since the attempt started. A point whose step the axis series does not know is left out. */
export function onAxis(
  points: StoredPoint[],
  axis: XAxis,
  axisPoints: StoredPoint[] | null,
  startedAt: number,
): AxisPoint[] {
  if (axis === "step") return points.map((p) => ({ ...p, at: p.x }));
  if (axis === "wall") return points.map((p) => ({ ...p, at: (p.wallMs - startedAt) / 1000 }));
  const place = new Map((axisPoints ?? []).map((p) => [p.x, p.value]));
  return points.flatMap((p) => {
    const at = place.get(p.x);
    return at === undefined || at === null ? [] : [{ ...p, at }];
  });
}
