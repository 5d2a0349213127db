import type { PlotModel, PlotSeries } from "./plot-model.ts";

/** Labels closer than this, in px, cannot be read. */
export const LABEL_GAP = 13;
/** What a chart keeps above and below its plot, about. */
const MARGINS = 25;
/** Lines without room for labels are listed once there are these many. */
const LISTED = 2;

/**
 * The lines that are labelled at their end: all that have a label and are not the rest, if each finds room in a chart of
 * this height; none where some would not. An only line is named by the title.
 */
export function chooseLabels({ series, lines }: PlotModel, height: number): PlotSeries[] {
  if (lines.length < 2) return [];
  const labelled = series.filter(
    ({ role, label, line }) => role !== "rest" && label !== "" && line.runs.length > 0,
  );
  return labelled.length * LABEL_GAP <= height - MARGINS + LABEL_GAP ? labelled : [];
}

/** Whether lines need a legend: where several are named nowhere else, or one is hidden and must find its way back. */
export function needsLegend(model: PlotModel, height: number): boolean {
  if (model.lines.some((line) => line.hidden)) return true;
  const labelled = new Set(chooseLabels(model, height).map((one) => one.key));
  return model.lines.filter(({ key, name }) => name !== "" && !labelled.has(key)).length >= LISTED;
}
