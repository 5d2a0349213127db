import { drawnWindows } from "#components/panels/chart-parts.ts";
import type { CurveStanding } from "#server/contracts/curves.ts";
import type { GroupBand } from "#server/contracts/series.ts";
import type { SeriesWindow } from "#server/contracts/series-window.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import type { CurveScene, Hidden } from "./curve-scene.ts";

const standingsOf = (
  { standings }: Pick<CurveScene, "standings">,
  runIds: Iterable<string>,
): CurveStanding[] => [...new Set(runIds)].flatMap((id) => standings.get(id) ?? []);

const hasFinite = ({ n, nan, posInf, negInf }: SeriesWindow): boolean =>
  n.some((count, i) => count > nan[i] + posInf[i] + negInf[i]);

/** How the runs stand of which finite values are in sight, each once. Windows may still be of the page before. */
export function comparedLines(
  windows: readonly SeriesWindow[],
  axis: AxisName,
  scene: Pick<CurveScene, "runs" | "standings">,
  hidden: Pick<Hidden, "runs">,
): CurveStanding[] {
  const shown = drawnWindows(windows, axis).filter((window) => hasFinite(window));
  const ids = shown.map(({ runId }) => runId);
  return standingsOf(
    scene,
    ids.filter((id) => scene.runs.has(id) && !hidden.runs.has(id)),
  );
}

/** How the runs stand that bands in sight are of, each once. */
export function comparedBands(
  bands: readonly Pick<GroupBand, "key" | "members">[],
  scene: Pick<CurveScene, "standings">,
  hidden: Pick<Hidden, "variants">,
): CurveStanding[] {
  const shown = bands.filter(({ key }) => !hidden.variants.has(key));
  return standingsOf(
    scene,
    shown.flatMap(({ members }) => members),
  );
}
