"use client";

import { useMemo } from "react";
import { LineChart } from "#components/charts/line-chart.tsx";
import type { PanelSection } from "#server/contracts/panels.ts";
import type { SeriesWindow, XAxis } from "#server/contracts/series.ts";
import { xSpec, ySpec } from "./axis.ts";
import { toChartWindow } from "./to-chart-window.ts";

interface TogetherPanelProps {
  panel: NonNullable<PanelSection["together"]>;
  /** Windows of a run by metric; undefined while loading. */
  byMetric: Map<string, SeriesWindow[]> | undefined;
  axis: XAxis;
  end?: "live" | "stale";
}

/** Several metrics of one run in one chart: parts of a whole, told apart by colour and by their names at the end. */
export function TogetherPanel({ panel, byMetric, axis, end }: TogetherPanelProps) {
  const input = useMemo(() => {
    const series = panel.metrics.flatMap(({ metric, label }, i) => {
      const windows = byMetric?.get(metric) ?? [];
      return windows.map((window, w) => {
        const isLatest = w === windows.length - 1;
        return {
          key: `${metric} ${window.attemptId}`,
          label: isLatest ? label : "",
          colour: (i + 1) as 1 | 2,
          window: toChartWindow(window),
          end: isLatest ? end : undefined,
        };
      });
    });
    if (series.length === 0) return null;
    return { series, x: xSpec(axis), y: ySpec(panel.metrics[0].metric) };
  }, [panel, byMetric, axis, end]);
  const state =
    byMetric && input === null
      ? ({ kind: "empty", title: "No points yet", reason: "The first one appears here by itself." } as const)
      : undefined;
  return <LineChart title={panel.title} unit={panel.unit} input={input} state={state} />;
}
