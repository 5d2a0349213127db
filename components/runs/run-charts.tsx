"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { ChartGroup } from "#components/charts/chart-group.tsx";
import { MetricPanel } from "#components/panels/metric-panel.tsx";
import { TogetherPanel } from "#components/panels/together-panel.tsx";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Grid } from "#components/ui/grid.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { varianceHref } from "#components/variance/variance-search.ts";
import { topics } from "#server/contracts/live.ts";
import type { MetricName } from "#server/contracts/metrics.ts";
import { NOT_A_PANEL, RUN_SECTIONS, type PanelSection } from "#server/contracts/panels.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import type { SeriesWindow, XAxis } from "#server/contracts/series.ts";
import { EvaluationCharts } from "./evaluation-charts.tsx";
import { GroupSample } from "./group-sample.tsx";

/** One bucket per pixel of a chart in a row of three. */
const BUCKETS = 400;
/** A running training ticks ten times a second; charts follow it five times. */
const REDRAW_MS = 200;

export interface RunChartsProps {
  run: RunDetail;
  axis: XAxis;
  /** Chooses the axis; stands where the first charts that follow it begin. */
  axisSwitch: ReactNode;
}

function panelMetrics({ metrics, together }: PanelSection): MetricName[] {
  return [...metrics, ...(together?.metrics.map((m) => m.metric) ?? [])];
}

export function runWindowInput(run: Pick<RunDetail, "row" | "metrics">, axis: XAxis) {
  const metrics = [...new Set([...RUN_SECTIONS.flatMap(panelMetrics), ...run.metrics])].filter(
    (m) => !NOT_A_PANEL.has(m) && !m.startsWith("sft/"),
  );
  return { runIds: [run.row.id], metrics, xAxis: axis, buckets: BUCKETS };
}

function endOf(run: RunDetail): "live" | "stale" | undefined {
  const { state } = run.row;
  if (state === "unreachable") return "stale";
  return state === "running" || state === "stopping" ? "live" : undefined;
}

/** A score of a model that the run was not given is no panel at all. */
const isUngiven = (metric: string, run: RunDetail): boolean =>
  metric === "reward/prm" && run.switchedOff[metric] !== undefined;

/** Every metric of a run in sections, on one shared x axis with one cursor. */
export function RunCharts({ run, axis, axisSwitch }: RunChartsProps) {
  const api = useApi();
  const id = run.row.id;
  const windows = useQuery(
    api.series.window.queryOptions(runWindowInput(run, axis), {
      meta: liveOn([topics.run(id)], REDRAW_MS),
      placeholderData: keepPreviousData,
    }),
  );
  const start = useQuery(
    api.series.window.queryOptions(
      { runIds: [id], metrics: ["sft/loss"], buckets: BUCKETS },
      { meta: liveOn([topics.run(id)], 1000) },
    ),
  );
  const byMetric = useMemo(
    () => (windows.data ? Map.groupBy(windows.data, (w) => w.metric) : undefined),
    [windows.data],
  );
  const listed = new Set<string>(RUN_SECTIONS.flatMap(panelMetrics));
  const others = run.metrics.filter((m) => !listed.has(m) && !NOT_A_PANEL.has(m) && !m.startsWith("sft/"));
  const known = new Set([...run.expected, ...run.metrics]);
  const sections: (Omit<PanelSection, "metrics"> & { metrics: string[] })[] = [
    ...RUN_SECTIONS.map((section) => ({
      ...section,
      metrics: section.metrics.filter((metric) => known.has(metric) && !isUngiven(metric, run)),
      together: section.together?.metrics.some((m) => known.has(m.metric)) ? section.together : undefined,
    })).filter(({ id, metrics }) => metrics.length > 0 || (id === "progress" && known.has("sft/loss"))),
    ...(others.length > 0
      ? [{ id: "other", title: "Other", note: "metrics under the names the run sent", metrics: others }]
      : []),
  ];
  const panel = (metric: string) => (
    <MetricPanel
      key={metric}
      metric={metric}
      windows={byMetric ? (byMetric.get(metric) ?? []) : undefined}
      axis={axis}
      end={endOf(run)}
      off={run.switchedOff[metric]}
      error={windows.error?.message}
      objections={run.row.objections}
    />
  );
  return (
    <ChartGroup charts={12}>
      {known.has("eval/rr_at_5") ? <EvaluationCharts run={run} axis={axis} /> : null}
      {sections.map((section) => (
        <Section
          key={section.id}
          title={section.metrics.length === 0 ? "SFT start" : section.title}
          note={
            section.id === "reward"
              ? run.rewardConfig.formula
              : section.metrics.length === 0
                ? "imitation of demonstrated actions, epoch by epoch"
                : section.note
          }
          end={
            section.id === "reward" ? (
              axisSwitch
            ) : section.id === "groups" ? (
              <PageLink href={varianceHref("/variance", { runs: [run.row.id] })}>Reward variance</PageLink>
            ) : undefined
          }
        >
          <Grid columns={section.metrics.length === 4 ? 4 : 3}>
            {section.metrics.map(panel)}
            {section.together ? (
              <TogetherPanel panel={section.together} byMetric={byMetric} axis={axis} end={endOf(run)} />
            ) : null}
            {section.id === "progress" && known.has("sft/loss") ? (
              <StartPanel windows={start.data} off={run.switchedOff["sft/loss"]} />
            ) : null}
          </Grid>
          {section.id === "groups" ? <GroupSample run={run} /> : null}
        </Section>
      ))}
    </ChartGroup>
  );
}

function StartPanel({ windows, off }: { windows: SeriesWindow[] | undefined; off: string | undefined }) {
  return <MetricPanel metric="sft/loss" windows={windows} axis="step" off={off} />;
}
