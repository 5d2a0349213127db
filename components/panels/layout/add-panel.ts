import type { AddedPanel, PanelLayout } from "#server/contracts/charts/panel-layout.ts";

const numberOf = (key: string): number => Number(key.slice("added:".length));

/** Adds a panel under a key that no panel of the layout has had since the highest one. */
export function addPanel(layout: PanelLayout, panel: Omit<AddedPanel, "key">): PanelLayout {
  const highest = Math.max(0, ...layout.added.map(({ key }) => numberOf(key)));
  return { ...layout, added: [...layout.added, { ...panel, key: `added:${highest + 1}` }] };
}

/** Gives an added panel another title or other metrics; it keeps its place and size. */
export function changePanel(
  layout: PanelLayout,
  key: string,
  change: Pick<AddedPanel, "title" | "metrics">,
): PanelLayout {
  return {
    ...layout,
    added: layout.added.map((panel) => (panel.key === key ? { ...panel, ...change } : panel)),
  };
}
