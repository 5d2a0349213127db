import type { LineSeries } from "#server/plot/series.ts";
import { drawnWindow } from "#components/panels/chart-parts.ts";
import type { RunColour } from "#server/plot/colours.ts";
import type { CurveRun, CurveVariant } from "#server/contracts/charts/curves.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";

/** So many lines are named at their ends; of more, the list beside the charts and the tooltip say which is which. */
const NAMED_AT_END = 8;

export interface CurveLook {
  /** By id. */
  runs: ReadonlyMap<string, CurveRun>;
  /** What each run is called, by id: no two the same. */
  names: ReadonlyMap<string, string>;
  /** By key. */
  variants: ReadonlyMap<string, Pick<CurveVariant, "label">>;
  /** By configuration. */
  colours: ReadonlyMap<string, RunColour>;
  /** Configuration that the others are read against, where all are of one experiment. */
  baseline: string | null;
}

const keyOf = ({ runId, attempt, metric }: SeriesWindow): string => `${runId} ${attempt} ${metric}`;

/** The run of a line, by the line's key. */
export const runOfLine = (key: string): string => key.slice(0, key.indexOf(" "));

/**
 * One line for each attempt of each run: a run has the colour of its configuration. The seeds of the baseline are
 * as strong as all others; its only run is what everything is read against.
 */
export function curveLines(windows: SeriesWindow[], look: CurveLook): LineSeries[] {
  const attempts = Map.groupBy(windows, ({ runId }) => runId);
  const named = attempts.size <= NAMED_AT_END;
  const ofBaseline = [...look.runs.values()].filter((run) => run.variant === look.baseline).length;
  return windows.flatMap((window): LineSeries[] => {
    const run = look.runs.get(window.runId);
    if (!run) return [];
    const ofRun = attempts.get(run.id) ?? [];
    const isLast = ofRun.at(-1) === window;
    const name = look.names.get(run.id) ?? run.name;
    return [
      {
        key: keyOf(window),
        label: named && isLast ? name : "",
        name,
        variant: look.variants.get(run.variant)?.label,
        metric: window.metric,
        run: run.id,
        runName: run.name,
        attempt: ofRun.length > 1 ? window.attempt : undefined,
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
