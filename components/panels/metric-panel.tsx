"use client";

import { useMemo, type ReactNode } from "react";
import { LineChart } from "#components/charts/line-chart.tsx";
import type { FlagSpan, Seam } from "#components/charts/types.ts";
import { ObjectionFlag } from "#components/ui/objection-flag.tsx";
import { Value } from "#components/ui/value.tsx";
import { metricInfo } from "#server/contracts/metrics.ts";
import type { Objection } from "#server/contracts/objection.ts";
import type { SeriesWindow, XAxis } from "#server/contracts/series.ts";
import { unitWords, xSpec, ySpec } from "./axis.ts";
import { toChartWindow } from "./to-chart-window.ts";

interface MetricPanelProps {
  metric: string;
  /** Windows of this metric, one per attempt; empty where there are no points; undefined while loading. */
  windows: SeriesWindow[] | undefined;
  axis: XAxis;
  /** What the run is doing: draws the live end, or greys it. */
  end?: "live" | "stale";
  /** Why there is no such series: switched off, not missing. */
  off?: string;
  error?: ReactNode;
  objections?: Objection[];
  height?: number;
}

/** Rules that speak about a metric without naming it. */
const SPEAKS_OF: Record<string, string[]> = { D01: ["group/zero_share"] };

function flagsFor(metric: string, objections: Objection[]): (FlagSpan & { claim: string })[] {
  return objections
    .filter((o) => o.span && (o.metric === metric || SPEAKS_OF[o.rule]?.includes(metric)))
    .map((o) => ({
      x0: o.span?.from ?? 0,
      x1: null,
      level: o.severity,
      rule: o.rule,
      label: undefined,
      claim: o.claim,
    }));
}

/** Where another attempt takes over, on the axis of its first point. */
function seamsOf(windows: SeriesWindow[]): Seam[] {
  return windows
    .filter((w) => w.attempt > 1 && w.x0.length > 0)
    .map((w) => ({ x: w.x0[0], label: `attempt ${w.attempt}` }));
}

function lastOf(windows: SeriesWindow[]): number | null | undefined {
  const last = windows.at(-1);
  if (!last || last.n.length === 0) return undefined;
  const i = last.n.length - 1;
  if (last.nan[i] > 0) return Number.NaN;
  if (last.posInf[i] > 0) return Number.POSITIVE_INFINITY;
  return last.negInf[i] > 0 ? Number.NEGATIVE_INFINITY : last.last[i];
}

/** One metric of one run as a chart, with its unit, last value, what objects to it, or why there is nothing to draw. */
export function MetricPanel(props: MetricPanelProps) {
  const { metric, windows, axis, end, off, error, objections = [], height } = props;
  const info = metricInfo(metric);
  const flags = useMemo(
    () => (axis === "step" ? flagsFor(metric, objections) : []),
    [metric, objections, axis],
  );
  const input = useMemo(() => {
    if (!windows || windows.length === 0) return null;
    const latest = windows.length - 1;
    return {
      series: windows.map((window, i) => ({
        key: window.attemptId,
        label: "",
        window: toChartWindow(window),
        end: i === latest ? end : undefined,
      })),
      x: xSpec(axis),
      y: ySpec(metric),
      seams: seamsOf(windows),
      flags,
    };
  }, [windows, axis, end, metric, flags]);
  const nothing = windows !== undefined && windows.length === 0;
  const state = error
    ? ({ kind: "error", reason: error } as const)
    : off !== undefined && nothing
      ? ({ kind: "empty", title: "Off in this run", reason: `${off}. Not missing.` } as const)
      : nothing
        ? ({
            kind: "empty",
            title: "No points yet",
            reason: "The first one appears here by itself.",
          } as const)
        : undefined;
  return (
    <LineChart
      title={info.title}
      unit={unitWords(info)}
      value={
        <Value
          value={windows ? lastOf(windows) : undefined}
          kind={info.unit === "share" ? "share" : "number"}
          n={1000}
          source={end ? "live" : undefined}
          stale={end === "stale"}
        />
      }
      flag={
        flags.length > 0 ? (
          <ObjectionFlag level={flags[0].level} label={`${flags[0].rule} ${flags[0].claim}`} />
        ) : undefined
      }
      input={input}
      state={state}
      height={height}
    />
  );
}
