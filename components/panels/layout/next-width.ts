import {
  PANEL_WIDTHS,
  type PanelLayout,
  type PanelSize,
  type PanelWidth,
} from "#server/contracts/charts/panel-layout.ts";
import type { PlacedPanel } from "./place-panels.ts";

/** Parts of a row of twelve. */
const PARTS: Record<PanelWidth, number> = { quarter: 3, third: 4, half: 6, full: 12 };
const ROW = 12;

/** Stretches of at least `least` panels that end where a row of the wide page ends; the last one may be shorter. */
export function splitRows(panels: PlacedPanel[], least: number): PlacedPanel[][] {
  const stretches: PlacedPanel[][] = [];
  let stretch: PlacedPanel[] = [];
  let used = 0;
  for (const panel of panels) {
    const parts = PARTS[panel.size.width];
    if (used + parts > ROW) {
      if (stretch.length >= least) {
        stretches.push(stretch);
        stretch = [];
      }
      used = 0;
    }
    stretch.push(panel);
    used += parts;
  }
  if (stretch.length > 0) stretches.push(stretch);
  return stretches;
}

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

/** How many narrow panels stand beside each other in a window. */
export type PanelColumns = 1 | 2 | 3 | 4;

/** Parts of a row of twelve, as the style sheet has them. */
const SPANS: Record<PanelColumns, Record<PanelWidth, number>> = {
  4: { quarter: 3, third: 4, half: 6, full: 12 },
  3: { quarter: 4, third: 4, half: 6, full: 12 },
  2: { quarter: 6, third: 6, half: 6, full: 12 },
  1: { quarter: 12, third: 12, half: 12, full: 12 },
};

/** The next width that can be told from this one in such a window; undefined where there is none. */
export function nextWidth(width: PanelWidth, by: 1 | -1, columns: PanelColumns): PanelWidth | undefined {
  const spans = SPANS[columns];
  return by > 0
    ? PANEL_WIDTHS.find((other) => spans[other] > spans[width])
    : PANEL_WIDTHS.findLast((other) => spans[other] < spans[width]);
}
