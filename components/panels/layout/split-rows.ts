import type { PanelWidth } from "#server/contracts/charts/panel-layout.ts";
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
