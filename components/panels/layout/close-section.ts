import type { AddedPanel, PanelLayout } from "#server/contracts/charts/panel-layout.ts";
import type { PlacedPanel, PlacedSection } from "./place-panels.ts";
import { beginSentence } from "#server/wording/typography.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { panelTitle } from "./find-panels.ts";

/** The parts of a panel keep their identity as long as it does: charts are drawn again with it. */
const kept = new WeakMap<PlacedPanel, PlacedPanel[]>();

/**
 * The drawings of a panel where colours say which run it is, so that several metrics would look alike: one for each metric.
 * The first has the key of the panel, so that addresses which name the panel lead to it. What tells them apart comes first in
 * their titles: narrow ones are cut at the end.
 */
export function partPanel(panel: PlacedPanel): PlacedPanel[] {
  const { key, title, unit, lines, added } = panel;
  if (lines.length === 1) return [panel];
  const before = kept.get(panel);
  if (before) return before;
  const parts = lines.map((line, i): PlacedPanel => {
    // What a person chose is labelled with its unit, which stands beside the title here.
    const label = added ? metricInfo(line.metric).title : beginSentence(line.label);
    return {
      ...panel,
      key: i === 0 ? key : `${key} ${line.metric}`,
      title: title === null ? null : `${label}: ${panelTitle(panel)}`,
      unit: added ? null : unit,
      lines: [line],
      partOf: panel,
    };
  });
  kept.set(panel, parts);
  return parts;
}

/**
 * Keys that must be named so that they come first and all others follow in generated order: as few as possible, so that
 * panels which arrive later find their place.
 */
function keysToName(shown: string[], generated: string[]): string[] {
  const rank = new Map(generated.map((key, index) => [key, index]));
  let end = shown.length - 1;
  while (end > 0 && (rank.get(shown[end - 1]) ?? -1) < (rank.get(shown[end]) ?? -1)) end--;
  return shown.slice(0, Math.max(0, end));
}

/** Puts a panel of a section at another place of it, counted from 0 without the panel itself. */
export function movePanel(
  layout: PanelLayout,
  section: Pick<PlacedSection, "id" | "panels" | "generated">,
  key: string,
  to: number,
): PanelLayout {
  const others = section.panels.map((panel) => panel.key).filter((other) => other !== key);
  const at = Math.min(Math.max(0, to), others.length);
  const named = keysToName([...others.slice(0, at), key, ...others.slice(at)], section.generated);
  const { [section.id]: _before, ...rest } = layout.order;
  return { ...layout, order: named.length > 0 ? { ...rest, [section.id]: named } : rest };
}

function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}

/** An added panel is gone with its size and place; a generated one is left out until it is shown again. */
export function removePanel(layout: PanelLayout, key: string): PanelLayout {
  if (!layout.added.some((panel) => panel.key === key))
    return layout.removed.includes(key) ? layout : { ...layout, removed: [...layout.removed, key] };
  const order = Object.entries(layout.order)
    .map(([section, keys]) => [section, keys.filter((other) => other !== key)] as const)
    .filter(([, keys]) => keys.length > 0);
  return {
    ...layout,
    added: layout.added.filter((panel) => panel.key !== key),
    order: Object.fromEntries(order),
    sizes: without(layout.sizes, key),
  };
}

/** Shows every generated panel again. */
export function restorePanels(layout: PanelLayout): PanelLayout {
  return { ...layout, removed: [] };
}

const numberOf = (key: string): number => Number(key.slice("added:".length));

/** Adds a panel under a key that no panel of the layout has had since the highest one. */
export function addPanel(layout: PanelLayout, panel: Omit<AddedPanel, "key">): PanelLayout {
  const highest = Math.max(0, ...layout.added.map(({ key }) => numberOf(key)));
  return { ...layout, added: [...layout.added, { ...panel, key: `added:${highest + 1}` }] };
}

/** Gives an added panel another title, other metrics or another kind; it keeps its place and size. */
export function changePanel(
  layout: PanelLayout,
  key: string,
  change: Omit<AddedPanel, "key" | "section">,
): PanelLayout {
  return {
    ...layout,
    added: layout.added.map((panel) => (panel.key === key ? { ...panel, ...change } : panel)),
  };
}

/** Closes or opens a section; what it would be without edits needs no word in the layout. */
export function closeSection(
  layout: PanelLayout,
  section: Pick<PlacedSection, "id" | "closedByDefault">,
  closed: boolean,
): PanelLayout {
  const { [section.id]: _before, ...rest } = layout.closed;
  return { ...layout, closed: closed === section.closedByDefault ? rest : { ...rest, [section.id]: closed } };
}
