import type { RunColour } from "#components/ui/run-dot.tsx";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { chooseLabels } from "./choose-labels.ts";
import { legendOrder } from "./legend-order.ts";
import type { PlotModel, PlotSeries } from "./plot-model.ts";
import { shortenText, textWidth } from "./text-width.ts";
import { visibleName } from "#server/contracts/visible-name.ts";

export interface LegendEntry {
  colour: RunColour;
  text: string;
}

/** An entry where it stands, in px from the top left of the legend; `y` is the line its text stands on. */
export interface PlacedEntry extends LegendEntry {
  x: number;
  y: number;
}

export interface PictureLegend {
  height: number;
  entries: PlacedEntry[];
  /** What found no row, in words. */
  more: { x: number; y: number; text: string } | null;
}

export const LEGEND_SIZE = 11;
/** Of the stroke before a name. */
export const SWATCH = 12;
const AFTER_SWATCH = 5;
const BETWEEN = 14;
const ROW = 16;
const BASELINE = 12;
const BELOW = 6;
const MOST_ROWS = 6;
const LONGEST = 220;

const entryOf = (colour: RunColour, name: string, lines: number): LegendEntry => ({
  colour,
  text: lines > 1 ? `${name}, ${countOf(lines, "line")}` : name,
});

/**
 * What each colour of a chart means, for a picture that leaves its page: nothing where every line is named at its end or is
 * the only one. Lines of one variant are one entry, and so are those that are grey because the palette ends.
 */
export function legendEntries(model: PlotModel, height: number): LegendEntry[] {
  const { series } = model;
  if (series.length < 2 || chooseLabels(model, height).length === series.length) return [];
  return [...Map.groupBy(legendOrder(model), ({ colour }) => colour)]
    .toSorted(([a], [b]) => Number(a === "rest") - Number(b === "rest"))
    .flatMap(([colour, lines]) => entriesOfColour(colour, lines));
}

function entriesOfColour(colour: RunColour, lines: PlotSeries[]): LegendEntry[] {
  if (colour === "rest" && lines.length > 1) return [{ colour, text: countOf(lines.length, "other") }];
  const [{ variant }] = lines;
  if (variant !== null && lines.every((line) => line.variant === variant))
    return [entryOf(colour, variant, lines.length)];
  return [...Map.groupBy(lines, ({ name }) => name)].map(([name, same]) =>
    entryOf(colour, name, same.length),
  );
}

/** Entries in rows as wide as the picture; what does not fit into a few rows is counted. */
export function pictureLegend(entries: readonly LegendEntry[], width: number): PictureLegend {
  const placed: PlacedEntry[] = [];
  let [x, row] = [0, 0];
  for (const { colour, text } of entries) {
    const shown = shortenText(
      visibleName(text),
      LEGEND_SIZE,
      Math.min(LONGEST, width - SWATCH - AFTER_SWATCH),
    );
    const wide = SWATCH + AFTER_SWATCH + textWidth(shown, LEGEND_SIZE);
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    if (row >= MOST_ROWS) break;
    placed.push({ colour, text: shown, x, y: row * ROW + BASELINE });
    x += wide + BETWEEN;
  }
  const left = entries.length - placed.length;
  const rows = placed.length === 0 ? 0 : Math.min(row + 1, MOST_ROWS) + (left > 0 ? 1 : 0);
  return {
    height: rows === 0 ? 0 : rows * ROW + BELOW,
    entries: placed,
    more: left > 0 ? { x: 0, y: MOST_ROWS * ROW + BASELINE, text: `and ${writeCount(left)} more` } : null,
  };
}

/** Where the text of an entry begins. */
export const textAt = ({ x }: PlacedEntry): number => x + SWATCH + AFTER_SWATCH;
