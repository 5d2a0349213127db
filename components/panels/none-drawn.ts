import type { ChartState } from "#components/charts/chart-frame.tsx";
import { nonePlaced } from "#components/charts/prepare/no-points.ts";
import type { SeedBand } from "#server/contracts/series.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { axisLabel } from "./axis.ts";
import { restartedNote } from "./band-notes.ts";

/** Why nothing is drawn of runs that have sent points: none has a place there, or all of them are left out. */
export function noneDrawn(
  bands: readonly Pick<SeedBand, "unplaced" | "restarted">[],
  axis: AxisName,
): ChartState | undefined {
  const unplaced = bands.reduce((sum, band) => sum + band.unplaced, 0);
  if (unplaced > 0) return nonePlaced(unplaced, axisLabel(axis));
  const restarted = restartedNote(bands, axis);
  if (restarted === null) return undefined;
  return { kind: "empty", title: "No point is drawn", reason: `${restarted}. Choose another x.` };
}
