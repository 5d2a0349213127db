import { PANEL_WIDTHS, type PanelWidth } from "#server/contracts/charts/panel-layout.ts";

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
