import type { PanelLayout } from "#server/contracts/charts/panel-layout.ts";

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
