import { countOf } from "#server/wording/counts.ts";
import type { PlotModel } from "./plot-model.ts";
import { shortenText, textWidth } from "./text-width.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { wrapText } from "./wrap-text.ts";

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

const LINE = 17;
const BASELINE = 12;
const BELOW = 7;
const BETWEEN = 6;
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
  const room = width - textWidth(name, TITLE.size) - BETWEEN;
  const first: HeadingText[] = [{ text: name, ...TITLE }];
  const isBeside = textWidth(unit, UNIT.size) <= room;
  if (unit !== "" && isBeside) first.push({ text: unit, ...UNIT });
  const below = [isBeside ? "" : unit, placeWords(title, place, subject, day)].flatMap((text) =>
    wrapText(text, UNIT.size, width),
  );
  // A dot between two stands for nothing at the end of a line.
  const rows = [first, ...below.map((text) => [{ text: text.replace(/ ·$/, ""), ...UNIT }])];
  return {
    height: rows.length * LINE + BELOW,
    lines: rows.map((texts, index) => ({ y: index * LINE + BASELINE, texts })),
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
