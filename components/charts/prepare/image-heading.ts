import type { PlotModel } from "./plot-model.ts";
import { shortenText, textWidth } from "./text-width.ts";
import { visibleName } from "./visible-name.ts";

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
}

const LINE = 17;
const BASELINE = 12;
const BELOW = 7;
const BETWEEN = 6;
const TITLE = { size: 12, weight: 600, tone: "ink" } as const;
const UNIT = { size: 11, weight: 400, tone: "muted" } as const;
/** Text that would be cut to less than this says nothing. */
const LEAST = 30;
/** So many lines are called by their names. */
const NAMED = 3;

/** Title with unit, and under it what is drawn: a picture that stands alone has no page around it to say so. */
export function imageHeading({ title, unit, subject }: HeadingInput, width: number): ImageHeading {
  const name = shortenText(visibleName(title), TITLE.size, width);
  const room = width - textWidth(name, TITLE.size) - BETWEEN;
  const first: HeadingText[] = [{ text: name, ...TITLE }];
  if (unit !== "" && room >= Math.min(LEAST, textWidth(unit, UNIT.size)))
    first.push({ text: shortenText(unit, UNIT.size, room), ...UNIT });
  const rows = [first];
  // What is called by the title is not called twice.
  if (subject !== "" && subject !== title)
    rows.push([{ text: shortenText(visibleName(subject), UNIT.size, width), ...UNIT }]);
  return {
    height: rows.length * LINE + BELOW,
    lines: rows.map((texts, index) => ({ y: index * LINE + BASELINE, texts })),
  };
}

/** What is drawn, in words, where the page does not say it: several runs, a few lines by name, or how many. */
export function drawnWords({ series, lines }: Pick<PlotModel, "series" | "lines">): string {
  const runs = new Set(series.flatMap(({ run }) => run ?? []));
  if (runs.size > 1) return `${runs.size} runs`;
  const names = [...new Set(lines.flatMap(({ name, hidden }) => (hidden || name === "" ? [] : name)))];
  return names.length <= NAMED ? names.join(", ") : `${names.length} lines`;
}
