import type { PlotModel } from "./plot-model.ts";

/** What stands in place of a drawing without lines, whose axes would be of nothing. */
export const ALL_HIDDEN = {
  kind: "empty",
  title: "All lines are hidden",
  reason: "Show one in the list.",
} as const;

export function isAllHidden({ series, lines }: Pick<PlotModel, "series" | "lines">): boolean {
  return lines.length > 0 && series.length === 0;
}
