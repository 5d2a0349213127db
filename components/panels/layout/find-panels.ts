import { metricInfo } from "#server/contracts/metrics.ts";
import type { Panel } from "#server/contracts/panels.ts";
import type { PlacedSection } from "./place-panels.ts";

/** What a panel is called on the page. */
export function panelTitle({ title, lines }: Pick<Panel, "title" | "lines">): string {
  return title ?? lines.map(({ metric }) => metricInfo(metric).title).join(", ");
}

function textOf(panel: Panel, section: string): string {
  const names = panel.lines.flatMap(({ metric, label }) => [metric, label]);
  return [panelTitle(panel), ...names, section].join("\n").toLowerCase();
}

/**
 * Sections that hold what is looked for, open, each with the panels that fit: every word of the search is in the panel's
 * title, its metrics or the title of its section.
 */
export function findPanels(sections: PlacedSection[], search: string): PlacedSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections.flatMap((section) => {
    const panels = section.panels.filter((panel) => {
      const text = textOf(panel, section.title);
      return words.every((word) => text.includes(word));
    });
    return panels.length > 0 ? [{ ...section, panels, closed: false }] : [];
  });
}
