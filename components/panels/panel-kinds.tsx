"use client";

import type { ReactNode } from "react";
import type { Finding } from "#server/contracts/finding.ts";
import type { Panel } from "#server/contracts/charts/panels.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { isEnded } from "#server/contracts/run-lifecycle.ts";
import type { PlacedPanel } from "./layout/place-panels.ts";
import { MetricPanel } from "./metric-panel.tsx";
import type { PanelLook } from "./panel-look.ts";
import { TogetherPanel } from "./together-panel.tsx";
import { usePanelWindows } from "./use-panel-windows.ts";

/** What a panel must know of its run; kept as long as none of it changes, however often the run is read again. */
export interface PanelRun {
  id: string;
  name: string;
  state: RunDetail["row"]["state"];
  switchedOff: RunDetail["switchedOff"];
  shapedIsRaw: boolean;
  findings: Finding[];
  stages: RunDetail["stages"];
}

interface DrawProps {
  run: PanelRun;
  panel: PlacedPanel;
  look: PanelLook;
  /** A value for each option of the kind. */
  options: Readonly<Record<string, string>>;
}

/** A way of drawing the metrics of a panel. Its `Draw` asks for what it draws; one that needs much code loads it (`later`). */
export interface PanelKind {
  /** What it shows, as a person chooses it. */
  question: string;
  /** Whether it can draw a panel. */
  fits(panel: Pick<Panel, "title" | "lines">): boolean;
  /** What a person may choose of it besides; the first value is the usual one. */
  options: readonly { id: string; label: string; values: readonly { value: string; label: string }[] }[];
  Draw(props: DrawProps): ReactNode;
}

function endOf({ state }: PanelRun): "live" | "stale" | undefined {
  if (state === "unreachable") return "stale";
  return state === "running" || state === "stopping" ? "live" : undefined;
}

function useCurves({ run, panel, look }: DrawProps) {
  const metrics = panel.lines.map(({ metric }) => metric);
  const { windows, error, retry } = usePanelWindows([run.id], metrics, look);
  return {
    windows,
    look,
    end: endOf(run),
    ended: isEnded(run.state) ? 1 : 0,
    subject: run.name,
    error: error?.message,
    onRetry: retry,
    stages: run.stages,
  };
}

/** The kinds of panels of a run. Of those that fit a panel the first draws it, unless a person chose another. */
export const PANEL_KINDS: Record<string, PanelKind> = {
  metric: {
    question: "One metric with what objects to it",
    fits: ({ title, lines }) => lines.length === 1 && title === null,
    options: [],
    Draw(props) {
      const { run, panel } = props;
      const [{ metric }] = panel.lines;
      return (
        <MetricPanel
          metric={metric}
          title={metric === "reward/raw" && run.shapedIsRaw ? "Reward, raw and shaped" : undefined}
          off={run.switchedOff[metric]}
          findings={run.findings}
          {...useCurves(props)}
        />
      );
    },
  },
  together: {
    question: "Metrics on one y axis",
    fits: ({ title, lines }) => lines.length > 1 || title !== null,
    options: [],
    Draw: (props) => <TogetherPanel panel={props.panel} {...useCurves(props)} />,
  },
};

/** The kinds that can draw a panel, in their order. */
export const kindsFor = (panel: Pick<Panel, "title" | "lines">): string[] =>
  Object.keys(PANEL_KINDS).filter((id) => PANEL_KINDS[id].fits(panel));

/** Values of a kind's options as they were chosen; what was chosen of another kind counts for nothing. */
export const optionsOf = (id: string, chosen: Panel["options"]): Record<string, string> =>
  Object.fromEntries(
    PANEL_KINDS[id].options.map(({ id: option, values }) => [
      option,
      values.some(({ value }) => value === chosen?.[option]) ? (chosen?.[option] ?? "") : values[0].value,
    ]),
  );

/** One panel of a run, by the kind that was chosen for it where that still fits. */
export function RunPanel({ panel, ...props }: Omit<DrawProps, "options">) {
  const fitting = kindsFor(panel);
  const id = panel.kind !== undefined && fitting.includes(panel.kind) ? panel.kind : fitting[0];
  const { Draw } = PANEL_KINDS[id];
  return <Draw key={id} {...props} panel={panel} options={optionsOf(id, panel.options)} />;
}
