import { drawnWindows } from "#components/panels/chart-parts.ts";
import type { RunStanding } from "#server/contracts/on-record.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import type { CurveScene, Hidden } from "./curve-scene.ts";

const standingsOf = ({ standings }: Pick<CurveScene, "standings">, runIds: Iterable<string>): RunStanding[] =>
  [...new Set(runIds)].flatMap((id) => standings.get(id) ?? []);

const hasFinite = ({ n, nan, posInf, negInf }: SeriesWindow): boolean =>
  n.some((count, i) => count > nan[i] + posInf[i] + negInf[i]);

/** How the runs stand of which finite values are in sight, each once. Windows may still be of the page before. */
export function comparedLines(
  windows: readonly SeriesWindow[],
  axis: AxisName,
  scene: Pick<CurveScene, "runs" | "standings">,
  hidden: Pick<Hidden, "runs">,
): RunStanding[] {
  const shown = drawnWindows(windows, axis).filter((window) => hasFinite(window));
  const ids = shown.map(({ runId }) => runId);
  return standingsOf(
    scene,
    ids.filter((id) => scene.runs.has(id) && !hidden.runs.has(id)),
  );
}
