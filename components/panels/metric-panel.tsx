"use client";

import { type ReactNode, useMemo } from "react";
import { LineChart } from "#components/charts/line-chart.tsx";
import { noPoints } from "#components/charts/prepare/words.ts";
import type { FlagSpan, Seam } from "#server/plot/series.ts";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { metricInfo } from "#server/contracts/metrics.ts";
import type { Finding } from "#server/contracts/finding.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { unitWords } from "#server/plot/metric-axes.ts";
import { isOnOwnAxis } from "#server/wording/charts/axes.ts";
import { chartAxes, drawnWindows, instead, smoothedAside, windowCaptions } from "./chart-parts.ts";
import type { PanelLook } from "./panel-look.ts";
import { runLines } from "./run-lines.ts";
import { type MarkedStages, stageSeams } from "./stage-seams.ts";
import { StateMenu } from "./views/state-menu.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import type { ValueKind } from "#server/wording/quantities.ts";

interface LastValueProps {
  /** In the unit of the store; undefined while loading, or where there is none. */
  value: number | undefined;
  kind: ValueKind;
  end: "live" | "stale" | undefined;
  /** The line is another than of such values, and so is the dot at its end. */
  isSmoothed: boolean;
}

/** The last value that a run sent, as it was sent. Beside a smoothed line it says so. */
export function LastValue({ value, kind, end, isSmoothed }: LastValueProps) {
  const written = (
    <Value value={value} kind={kind} source={end ? "live" : undefined} stale={end === "stale"} />
  );
  if (!isSmoothed || value === undefined) return written;
  return (
    <span data-tip="Last raw value. The line and the dot at its end are smoothed.">
      <span className="muted">raw</span> {written}
    </span>
  );
}

interface MetricPanelProps {
  metric: string;
  /** Where it stands for more than its metric. */
  title?: string;
  /** Windows of this metric, one per attempt; empty where there are no points; undefined while loading. */
  windows: SeriesWindow[] | undefined;
  look: PanelLook;
  /** What the run is doing: draws the live end, or greys it. */
  end?: "live" | "stale";
  /** 1 once the run has ended. */
  ended: number;
  /** Name of the run. */
  subject: string;
  /** Why there is no such series: switched off, not missing. */
  off?: string;
  error?: ReactNode;
  onRetry?: () => void;
  findings?: Finding[];
  /** Marked where the chart stands on train steps. */
  stages?: MarkedStages;
}

const NO_STAGES: MarkedStages = [];

function flagsFor(metric: string, findings: Finding[]): (FlagSpan & { claim: string })[] {
  return findings
    .filter((o) => o.span && o.speaksOf.includes(metric))
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

/** The last value that was sent, whatever part of the series is shown. */
function lastOf(windows: SeriesWindow[]): number | undefined {
  const value = windows.at(-1)?.held.lastValue ?? undefined;
  return value === undefined ? undefined : Number(value);
}

/** One metric of one run as a chart, with its unit, last value, what objects to it, or why there is nothing to draw. */
export function MetricPanel(props: MetricPanelProps) {
  const {
    metric,
    windows,
    look,
    end,
    ended,
    subject,
    off,
    error,
    onRetry,
    findings = [],
    stages = NO_STAGES,
  } = props;
  const info = metricInfo(metric);
  const title = props.title ?? metricInfo(metric).title;
  const flags = useMemo(
    () => (look.axis === "step" ? flagsFor(metric, findings) : []),
    [metric, findings, look.axis],
  );
  const input = useMemo(() => {
    if (!windows || windows.length === 0) return null;
    const drawn = drawnWindows(windows, look.axis);
    return {
      series: runLines(drawn, title, end),
      ...chartAxes(metric, windows, look),
      outliers: look.outliers,
      // Stages are of train steps; a metric with an axis of its own has none of them.
      seams: [...seamsOf(drawn), ...(look.axis === "step" && !isOnOwnAxis(metric) ? stageSeams(stages) : [])],
      flags,
    };
  }, [windows, look, end, metric, title, flags, stages]);
  const nothing = windows !== undefined && windows.length === 0;
  const state = error
    ? ({ kind: "error", reason: error, onRetry } as const)
    : off !== undefined && nothing
      ? ({ kind: "empty", title: "Off in this run", reason: `${off}. Not missing.` } as const)
      : nothing
        ? noPoints(ended)
        : instead(windows, look);
  const flag =
    flags.length > 0 ? (
      <FindingFlag level={flags[0].level} label={`${flags[0].rule} ${flags[0].claim}`} />
    ) : undefined;
  return (
    <LineChart
      title={title}
      unit={unitWords(metric)}
      value={
        <LastValue
          value={windows ? lastOf(windows) : undefined}
          kind={info.unit === "share" ? "share" : "number"}
          end={end}
          isSmoothed={windows?.some((window) => window.smoothed !== null) ?? false}
        />
      }
      flag={
        <>
          {flag}
          {state ? <StateMenu title={title} entries={look.menu} /> : null}
        </>
      }
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
