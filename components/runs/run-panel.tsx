"use client";

import { MetricPanel } from "#components/panels/metric-panel.tsx";
import type { PlacedPanel } from "#components/panels/layout/place-panels.ts";
import type { PanelLook } from "#components/panels/panel-look.ts";
import { TogetherPanel } from "#components/panels/together-panel.tsx";
import { usePanelWindows } from "#components/panels/use-panel-windows.ts";
import type { Objection } from "#server/contracts/objection.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";

/** What a panel must know of its run; kept as long as none of it changes, however often the run is read again. */
export interface PanelRun {
  id: string;
  name: string;
  state: RunDetail["row"]["state"];
  switchedOff: RunDetail["switchedOff"];
  objections: Objection[];
}

function endOf({ state }: PanelRun): "live" | "stale" | undefined {
  if (state === "unreachable") return "stale";
  return state === "running" || state === "stopping" ? "live" : undefined;
}

/** One panel of a run with its points, which it asks for itself. */
export function RunPanel({ run, panel, look }: { run: PanelRun; panel: PlacedPanel; look: PanelLook }) {
  const metrics = panel.lines.map(({ metric }) => metric);
  const { windows, error, retry } = usePanelWindows([run.id], metrics, look);
  const shared = {
    windows,
    look,
    end: endOf(run),
    ended: isEnded(run.state) ? 1 : 0,
    subject: run.name,
    error: error?.message,
    onRetry: retry,
  };
  if (panel.lines.length > 1 || panel.title !== null) return <TogetherPanel panel={panel} {...shared} />;
  const [metric] = metrics;
  return (
    <MetricPanel metric={metric} off={run.switchedOff[metric]} objections={run.objections} {...shared} />
  );
}
