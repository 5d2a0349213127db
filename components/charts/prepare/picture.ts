import { visibleName } from "#server/contracts/visible-name.ts";
import type { LineColour } from "#server/plot/colours.ts";
import { chooseLabels } from "#server/plot/labels.ts";
import type { PlotModel, PlotSeries } from "#server/plot/plot-model.ts";
import { shortenText, textWidth, wrapText } from "#server/plot/text.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { legendOrder } from "./legend.ts";

export interface HeadingText {
  text: string;
  size: number;
  weight: number;
  tone: "ink" | "muted";
}

/** What stands above the drawing in a saved picture, in px: texts of one line follow each other. */
export interface ImageHeading {
  height: number;
  lines: { y: number; texts: HeadingText[] }[];
}

interface HeadingInput {
  title: string;
  unit: string;
  /** Whose lines are drawn. */
  subject: string;
  /** Of what its page speaks, the widest first. */
  place?: readonly string[];
  /** The day it is saved. */
  day?: string;
}

const HEADING_LINE = 17;
const HEADING_BASE = 12;
const BELOW_HEADING = 7;
const BEFORE_UNIT = 6;
const TITLE = { size: 12, weight: 600, tone: "ink" } as const;
const UNIT = { size: 11, weight: 400, tone: "muted" } as const;
/** So many lines are called by their names. */
const NAMED = 3;

/** Title with unit, and under it of what and when: a picture that stands alone has no page around it to say so. */
export function imageHeading(
  { title, unit, subject, place = [], day = "" }: HeadingInput,
  width: number,
): ImageHeading {
  const name = shortenText(visibleName(title), TITLE.size, width);
  const room = width - textWidth(name, TITLE.size) - BEFORE_UNIT;
  const first: HeadingText[] = [{ text: name, ...TITLE }];
  const isBeside = textWidth(unit, UNIT.size) <= room;
  if (unit !== "" && isBeside) first.push({ text: unit, ...UNIT });
  const below = [isBeside ? "" : unit, placeWords(title, place, subject, day)].flatMap((text) =>
    wrapText(text, UNIT.size, width),
  );
  // A dot between two stands for nothing at the end of a line.
  const rows = [first, ...below.map((text) => [{ text: text.replace(/ ·$/, ""), ...UNIT }])];
  return {
    height: rows.length * HEADING_LINE + BELOW_HEADING,
    lines: rows.map((texts, index) => ({ y: index * HEADING_LINE + HEADING_BASE, texts })),
  };
}

/** Of what, whose and when a chart is; what is called by the title, or by its page, is not called twice. */
export function placeWords(title: string, place: readonly string[], subject = "", day = ""): string {
  const whose = [...place, subject].map(visibleName).filter((one) => one !== "" && one !== title);
  return [...new Set(whose), day].filter(Boolean).join(" · ");
}

/** What is drawn, in words, where the page does not say it: several runs, a few lines by name, or how many. */
export function drawnWords({ series, lines }: Pick<PlotModel, "series" | "lines">): string {
  const runs = new Set(series.flatMap(({ run }) => run ?? []));
  if (runs.size > 1) return countOf(runs.size, "run");
  const names = [...new Set(lines.flatMap(({ name, hidden }) => (hidden || name === "" ? [] : name)))];
  return names.length <= NAMED ? names.join(", ") : countOf(names.length, "line");
}

export interface LegendEntry {
  colour: LineColour;
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
const BETWEEN_ENTRIES = 14;
const LEGEND_ROW = 16;
const LEGEND_BASE = 12;
const BELOW_LEGEND = 6;
const MOST_ROWS = 6;
const LONGEST_ENTRY = 220;

const entryOf = (colour: LineColour, name: string, lines: number): LegendEntry => ({
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

function entriesOfColour(colour: LineColour, lines: PlotSeries[]): LegendEntry[] {
  if (colour === "rest" && lines.length > 1) return [{ colour, text: countOf(lines.length, "other") }];
  // Configurations of two experiments may share a colour, as both baselines do.
  return [...Map.groupBy(lines, ({ variant, name }) => variant ?? name)].map(([name, same]) =>
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
      Math.min(LONGEST_ENTRY, width - SWATCH - AFTER_SWATCH),
    );
    const wide = SWATCH + AFTER_SWATCH + textWidth(shown, LEGEND_SIZE);
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    if (row >= MOST_ROWS) break;
    placed.push({ colour, text: shown, x, y: row * LEGEND_ROW + LEGEND_BASE });
    x += wide + BETWEEN_ENTRIES;
  }
  const left = entries.length - placed.length;
  const rows = placed.length === 0 ? 0 : Math.min(row + 1, MOST_ROWS) + (left > 0 ? 1 : 0);
  return {
    height: rows === 0 ? 0 : rows * LEGEND_ROW + BELOW_LEGEND,
    entries: placed,
    more:
      left > 0
        ? { x: 0, y: MOST_ROWS * LEGEND_ROW + LEGEND_BASE, text: `and ${writeCount(left)} more` }
        : null,
  };
}

/** Where the text of an entry begins. */
export const textAt = ({ x }: PlacedEntry): number => x + SWATCH + AFTER_SWATCH;

/** What is said under a chart, in a saved picture: lines of text in px from its top. */
export interface PictureNotes {
  height: number;
  lines: { y: number; text: string }[];
}

export const NOTES_SIZE = 11;
const NOTES_LINE = 15;
const NOTES_BASE = 12;
const BELOW_NOTES = 6;

/** Every word that stands under the chart, as wide as the picture: what is left out there must not be missing here. */
export function pictureNotes(text: string, width: number): PictureNotes {
  const lines = wrapText(text, NOTES_SIZE, width);
  return {
    height: lines.length === 0 ? 0 : lines.length * NOTES_LINE + BELOW_NOTES,
    lines: lines.map((line, index) => ({ y: index * NOTES_LINE + NOTES_BASE, text: line })),
  };
}
