"use client";

import { useMemo, type ReactNode } from "react";
import { LineChart } from "#components/charts/line-chart.tsx";
import { noPoints } from "#components/charts/prepare/words.ts";
import type { Panel } from "#server/contracts/charts/panels.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { unitWords } from "#server/plot/metric-axes.ts";
import { chartAxes, drawnWindows, instead, smoothedAside, windowCaptions } from "./chart-parts.ts";
import { panelTitle } from "./layout/find-panels.ts";
import type { PanelLook } from "./panel-look.ts";
import { togetherLines } from "./run-lines.ts";
import { type MarkedStages, stageSeams } from "./stage-seams.ts";
import { StateMenu } from "./views/state-menu.tsx";

interface TogetherPanelProps {
  panel: Panel;
  /** Windows of the panel's metrics; undefined while loading. */
  windows: SeriesWindow[] | undefined;
  look: PanelLook;
  end?: "live" | "stale";
  /** 1 once the run has ended. */
  ended: number;
  /** Name of the run. */
  subject: string;
  /** Marked where the chart stands on train steps. */
  stages?: MarkedStages;
  error?: ReactNode;
  onRetry?: () => void;
}

/** Several metrics of one run in one chart, told apart by colour and by their names at the end. */
export function TogetherPanel(props: TogetherPanelProps) {
  const { panel, windows, look, end, ended, subject, stages, error, onRetry } = props;
  const input = useMemo(() => {
    if (!windows || windows.length === 0) return null;
    const series = togetherLines(drawnWindows(windows, look.axis), panel.lines, end);
    return {
      series,
      ...chartAxes(panel.lines[0].metric, windows, look),
      outliers: look.outliers,
      seams: look.axis === "step" ? stageSeams(stages ?? []) : [],
    };
  }, [panel, windows, look, end, stages]);
  const state = error
    ? ({ kind: "error", reason: error, onRetry } as const)
    : windows && input === null
      ? noPoints(ended)
      : instead(windows, look, new Map(panel.lines.map(({ metric, label }) => [metric, label])));
  const title = panelTitle(panel);
  return (
    <LineChart
      title={title}
      unit={panel.unit ?? unitWords(panel.lines[0].metric)}
      flag={state ? <StateMenu title={title} entries={look.menu} /> : undefined}
      captions={windows ? windowCaptions(windows, look.axis, look.smoothing) : undefined}
      aside={windows ? smoothedAside(windows, look.smoothing) : undefined}
      menu={look.menu}
      input={input}
      state={state}
      ended={ended}
      subject={subject}
      height={look.height}
      fullScreen={look.fullScreen}
    />
  );
}
