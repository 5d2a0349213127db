"use client";

import { useMemo } from "react";
import { ChartGroup } from "#components/charts/chart-group.tsx";
import { useChartGroup } from "#components/charts/use-chart-group.ts";
import type { PanelLook } from "#components/panels/panel-look.ts";
import { TogetherPanel } from "#components/panels/together-panel.tsx";
import { usePanelWindows } from "#components/panels/use-panel-windows.ts";
import { panelBeside } from "#server/contracts/charts/panel-sections.ts";
import type { RewardedRun } from "#packs/repair/contracts/prm.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import { axisLabel } from "#server/wording/charts/axes.ts";

const PANEL = panelBeside("reward/prm");

const LOOK: PanelLook = {
  axis: "step",
  zoom: null,
  smoothing: { kind: "none" },
  xscale: "linear",
  yscale: "linear",
  outliers: "show",
  height: 260,
  menu: [],
};

/** Score, verified reward and what leads the evaluations of one run in one chart: where they part, the score pays for something else. */
export function RewardedChart({ run }: Pick<RewardedRun, "run">) {
  return (
    <ChartGroup charts={1}>
      <Lines run={run} />
    </ChartGroup>
  );
}

function Lines({ run: { id, name, state } }: Pick<RewardedRun, "run">) {
  const metrics = PANEL.lines.map(({ metric }) => metric);
  const zoom = useChartGroup().zoomOf(axisLabel(LOOK.axis));
  const look = useMemo(() => ({ ...LOOK, zoom }), [zoom]);
  const { windows, error, retry } = usePanelWindows([id], metrics, look);
  return (
    <TogetherPanel
      panel={PANEL}
      windows={windows}
      look={look}
      end={isEnded(state) ? undefined : "live"}
      ended={isEnded(state) ? 1 : 0}
      subject={name}
      error={error?.message}
      onRetry={retry}
    />
  );
}
