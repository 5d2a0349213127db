"use client";

import { useCallback, useMemo } from "react";
import { NotRanked } from "#components/panels/not-ranked.tsx";
import { LineChart } from "#components/charts/line-chart.tsx";
import { noPoints } from "#components/charts/prepare/words.ts";
import { unitWords } from "#server/plot/metric-axes.ts";
import {
  chartAxes,
  drawnWindows,
  emptyPart,
  smoothedAside,
  windowCaptions,
} from "#components/panels/chart-parts.ts";
import { panelTitle } from "#components/panels/layout/find-panels.ts";
import type { PlacedPanel } from "#components/panels/layout/place-panels.ts";
import type { PanelLook } from "#components/panels/panel-look.ts";
import { StateMenu } from "#components/panels/views/state-menu.tsx";
import { usePanelWindows } from "#components/panels/use-panel-windows.ts";
import { whyNotRanked } from "#server/checks/standings.ts";
import { notSent } from "#server/wording/charts/bands.ts";
import { curveLines, runOfLine } from "./curve-lines.ts";
import type { CurveScene, Hidden } from "./curve-scene.ts";
import type { ToHide } from "./curve-names.ts";
import type { RunStanding } from "#server/contracts/on-record.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";

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

/** Many lines are read as one picture; twice a second is enough for it to move. */
const FOLLOW_MS = 500;

export interface CurvePanelProps {
  /** Of one metric, under each name that runs gave it. */
  panel: PlacedPanel;
  look: PanelLook;
  scene: CurveScene;
  hidden: Hidden;
  /** Asked to show all of these runs and configurations but the named ones. */
  onHide: (to: ToHide) => void;
}

/** One metric of every run, a line each. */
export function CurvePanel({ panel, look, scene, hidden, onHide }: CurvePanelProps) {
  const names = panel.lines.map((line) => line.metric);
  const [metric] = names;
  const { windows, error, retry } = usePanelWindows(scene.runIds, names, look, FOLLOW_MS);
  const series = useMemo(
    () => (windows ? curveLines(drawnWindows(windows, look.axis), scene) : null),
    [windows, look.axis, scene],
  );
  const input = useMemo(() => {
    if (!windows || !series || series.length === 0) return null;
    return {
      series,
      ...chartAxes(metric, windows, look),
      outliers: look.outliers,
      hidden: series.filter(({ key }) => hidden.runs.has(runOfLine(key))).map(({ key }) => key),
    };
  }, [windows, series, metric, look, hidden]);
  const onHidden = useCallback(
    (keys: string[]) => onHide({ runs: [...new Set(keys.map(runOfLine))] }),
    [onHide],
  );
  const title = panelTitle(panel);
  const unit = panel.unit ?? unitWords(metric);
  const drawn = [...new Set((windows ?? []).map((window) => window.runId))];
  const warning = whyNotRanked(metric, scene.data, comparedLines(windows ?? [], look.axis, scene, hidden));
  const state = error
    ? ({ kind: "error", reason: error.message, onRetry: retry } as const)
    : windows && input === null
      ? noPoints(scene.ended)
      : emptyPart(windows, look);
  const shown = scene.runIds.filter((id) => !hidden.runs.has(id));
  const missing = windows && drawn.length > 0 ? notSent(drawn.length, scene.begun) : null;
  return (
    <LineChart
      title={title}
      unit={unit}
      flag={
        <>
          <NotRanked apart={warning} isDrawn={input !== null} />
          {state ? <StateMenu title={title} entries={look.menu} /> : null}
        </>
      }
      captions={[
        ...(windows ? windowCaptions(windows, look.axis, look.smoothing) : []),
        ...(missing === null ? [] : [`${missing}.`]),
      ]}
      aside={windows ? smoothedAside(windows, look.smoothing) : undefined}
      menu={look.menu}
      input={input}
      state={state}
      ended={scene.ended}
      // Several are counted by what of them is drawn.
      subject={shown.length > 1 ? undefined : scene.names.get(shown[0])}
      height={look.height}
      fullScreen={look.fullScreen}
      legend="asked"
      onHidden={onHidden}
    />
  );
}
