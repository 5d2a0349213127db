import type { LineSeries } from "#components/charts/types.ts";
import { drawnWindow } from "#components/panels/chart-parts.ts";
import type { RunColour } from "#components/ui/run-dot.tsx";
import type { CurveRun } from "#server/contracts/curves.ts";
import type { PanelLine } from "#server/contracts/panels.ts";
import type { SeriesWindow } from "#server/contracts/series-window.ts";

/** So many lines are named at their ends; of more, the list beside the charts and the tooltip say which is which. */
const NAMED_AT_END = 8;

export interface CurveLook {
  /** By id. */
  runs: ReadonlyMap<string, CurveRun>;
  /** What each run is called, by id: no two the same. */
  names: ReadonlyMap<string, string>;
  /** By configuration. */
  colours: ReadonlyMap<string, RunColour>;
  /** Configuration that the others are read against, where all are of one experiment. */
  baseline: string | null;
}

const keyOf = ({ runId, attempt, metric }: SeriesWindow): string => `${runId} ${attempt} ${metric}`;

/** The run of a line, by the line's key. */
export const runOfLine = (key: string): string => key.slice(0, key.indexOf(" "));

/**
 * One line for each attempt of each run and metric: a run has the colour of its configuration. The seeds of the baseline are
 * as strong as all others; its only run is what everything is read against.
 */
export function curveLines(windows: SeriesWindow[], lines: PanelLine[], look: CurveLook): LineSeries[] {
  const last = new Map(windows.map((w) => [`${w.runId} ${w.metric}`, w]));
  const attempts = Map.groupBy(windows, (w) => `${w.runId} ${w.metric}`);
  const labels = new Map(lines.map(({ metric, label }) => [metric, label]));
  const named = last.size <= NAMED_AT_END;
  const ofBaseline = [...look.runs.values()].filter((run) => run.variant === look.baseline).length;
  return windows.flatMap((window): LineSeries[] => {
    const run = look.runs.get(window.runId);
    if (!run) return [];
    const series = `${window.runId} ${window.metric}`;
    const isLast = last.get(series) === window;
    const called = look.names.get(run.id) ?? run.name;
    const name = lines.length > 1 ? `${called}, ${labels.get(window.metric) ?? window.metric}` : called;
    const several = (attempts.get(series)?.length ?? 0) > 1;
    return [
      {
        key: keyOf(window),
        label: named && isLast ? name : "",
        name,
        run: run.id,
        attempt: several ? window.attempt : undefined,
        colour: look.colours.get(run.variant) ?? "rest",
        baseline: named && ofBaseline === 1 && run.variant === look.baseline,
        ...drawnWindow(window),
        end: named && isLast && isLive(run) ? "live" : undefined,
      },
    ];
  });
}

/** A process writes to it. */
export const isLive = ({ state }: Pick<CurveRun, "state">): boolean =>
  state === "running" || state === "stopping";
