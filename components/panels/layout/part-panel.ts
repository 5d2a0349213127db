import { metricInfo } from "#server/contracts/metrics.ts";
import { panelTitle } from "./find-panels.ts";
import type { PlacedPanel } from "./place-panels.ts";

/** The parts of a panel keep their identity as long as it does: charts are drawn again with it. */
const kept = new WeakMap<PlacedPanel, PlacedPanel[]>();

/**
 * The drawings of a panel where colours say which run it is, so that several metrics would look alike: one for each metric.
 * The first has the key of the panel, so that addresses which name the panel lead to it.
 */
export function partPanel(panel: PlacedPanel): PlacedPanel[] {
  const { key, title, unit, lines, added } = panel;
  if (lines.length === 1) return [panel];
  const before = kept.get(panel);
  if (before) return before;
  const parts = lines.map((line, i): PlacedPanel => {
    // What a person chose is labelled with its unit, which stands beside the title here.
    const label = added ? metricInfo(line.metric).title : line.label;
    return {
      ...panel,
      key: i === 0 ? key : `${key} ${line.metric}`,
      title: title === null ? null : `${panelTitle(panel)}: ${label}`,
      unit: added ? null : unit,
      lines: [line],
      partOf: panel,
    };
  });
  kept.set(panel, parts);
  return parts;
}
