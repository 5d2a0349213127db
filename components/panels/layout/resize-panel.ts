import type { PanelLayout, PanelSize } from "#server/contracts/charts/panel-layout.ts";
import type { PlacedPanel } from "./place-panels.ts";

/** Gives a panel another width or height; its default size needs no word in the layout. */
export function resizePanel(
  layout: PanelLayout,
  panel: Pick<PlacedPanel, "key" | "size" | "defaultSize">,
  change: Partial<PanelSize>,
): PanelLayout {
  const size = { ...panel.size, ...change };
  const { [panel.key]: _before, ...rest } = layout.sizes;
  const isDefault = size.width === panel.defaultSize.width && size.height === panel.defaultSize.height;
  return { ...layout, sizes: isDefault ? rest : { ...rest, [panel.key]: size } };
}
