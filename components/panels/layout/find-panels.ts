import { metricInfo } from "#server/contracts/metrics.ts";
import type { Panel } from "#server/contracts/charts/panels.ts";
import type { PlacedSection } from "./place-panels.ts";

/** Whether every word of a search is in one of the texts that something is found by; an empty search fits all. */
export function fitsSearch(search: string, texts: readonly string[]): boolean {
  const text = texts.join("\n").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What a panel is called on the page. */
export function panelTitle({ title, lines }: Pick<Panel, "title" | "lines">): string {
  return title ?? lines.map(({ metric }) => metricInfo(metric).title).join(", ");
}

function textsOf(panel: Panel, section: string): string[] {
  const names = panel.lines.flatMap(({ metric, label }) => [metric, label]);
  return [panelTitle(panel), ...names, section];
}

/**
 * Sections that hold what is looked for, open, each with the panels that fit: every word of the search is in the panel's
 * title, its metrics or the title of its section.
 */
export function findPanels(sections: PlacedSection[], search: string): PlacedSection[] {
  if (search.trim() === "") return sections;
  return sections.flatMap((section) => {
    const panels = section.panels.filter((panel) => fitsSearch(search, textsOf(panel, section.title)));
    return panels.length > 0 ? [{ ...section, panels, closed: false }] : [];
  });
}
