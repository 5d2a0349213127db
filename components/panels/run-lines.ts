import type { LineSeries } from "#server/plot/series.ts";
import { CAUSE_COLOURS, type LineColour } from "#server/plot/colours.ts";
import type { PanelLine } from "#server/contracts/charts/panels.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { drawnWindow } from "./chart-parts.ts";

/** What the run is doing: draws the live end of the latest attempt, or greys it. */
type End = "live" | "stale" | undefined;

/** One metric of one run, a line for each attempt; `windows` are of that metric, in the order of the attempts. */
export function runLines(windows: SeriesWindow[], title: string, end: End): LineSeries[] {
  return windows.map((window, i) => ({
    key: window.attemptId,
    label: "",
    // Among attempts the attempt is name enough.
    name: windows.length > 1 ? "" : title,
    metric: window.metric,
    run: window.runId,
    attempt: window.attempt,
    ...drawnWindow(window),
    end: i === windows.length - 1 ? end : undefined,
  }));
}

/** Several metrics of one run, told apart by colour; an only one is the run's own, in ink. */
export function togetherLines(windows: SeriesWindow[], lines: PanelLine[], end: End): LineSeries[] {
  const byMetric = Map.groupBy(windows, (window) => window.metric);
  return lines.flatMap(({ metric, label }, i) => {
    const ofMetric = byMetric.get(metric) ?? [];
    const colour: LineColour = lines.length > 1 ? (CAUSE_COLOURS[metric] ?? i + 1) : "ink";
    return ofMetric.map((window, w): LineSeries => {
      const isLatest = w === ofMetric.length - 1;
      return {
        key: `${metric} ${window.attemptId}`,
        label: isLatest ? label : "",
        name: label,
        metric,
        run: window.runId,
        attempt: window.attempt,
        colour,
        ...drawnWindow(window),
        end: isLatest ? end : undefined,
      };
    });
  });
}
