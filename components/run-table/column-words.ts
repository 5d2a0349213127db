import { textWidth } from "#server/plot/text.ts";
import { metricInfo, type MetricInfo } from "#server/contracts/metrics.ts";
import {
  DEFAULT_AXIS,
  movesWhileLive,
  packColumn,
  ORDER_HOLD_MS,
  parseColumnId,
  type BuiltIn,
  type ColumnRef,
  type MetricColumn,
  type Reducer,
  type SortKey,
} from "#server/contracts/run-table-columns.ts";
import { writeDuration } from "#server/wording/times.ts";
import { hasInterval } from "../search-params/arranged-columns.ts";

/** What the head of a column says, and how wide the column is by itself. */
export interface ColumnWords {
  title: string;
  /** Second line: reducer, unit, what stands beside the number. */
  sub: string;
  /** Who asks further: what exactly the numbers are. */
  explanation: string;
  width: number;
  num: boolean;
}

const BUILT_IN_WORDS: Record<BuiltIn, ColumnWords> = {
  run: built("Run", "", 208),
  state: built("State", "", 102),
  checks: built("Checks", "", 74),
  id: built("Id", "", 96),
  label: built("Configuration", "all but the seed", 150),
  recipe: built("Recipe", "", 90),
  experiment: built("Experiment", "", 104),
  seed: built("Seed", "", 64, true),
  reward: built("Reward function", "", 220),
  worker: built("Worker", "", 110),
  origin: built("Origin", "bench or external", 104),
  statusSource: built("Status source", "", 110),
  group: built("Group", "", 120),
  job_type: built("Job type", "", 96),
  tags: built("Tags", "", 140),
  notes: built("Notes", "", 200),
  attempt: built("Attempt", "latest", 84, true),
  step: built("Train step", "of planned", 90, true),
  curve: {
    ...built("Curve", "own scale", 80),
    explanation:
      "Raw reward over training, of an external run its main metric. Each curve has its own scale; seeds of a configuration share one",
  },
  problems: built("n", "problems", 62, true),
  audit: {
    ...built("Audited", "corrected, measured", 196, true),
    explanation:
      "Success without the errors of its verifier, from completions that people marked, beside the success that the verifier says. Runs are not ranked by it",
  },
  time: built("Time", "", 72, true),
  launched: built("Launched", "", 106),
  started: built("Started", "", 120),
  ended: built("Ended", "", 120),
  why: built("Why", "", 260),
};

function built(title: string, sub: string, width: number, num = false): ColumnWords {
  return { title, sub, explanation: sub ? `${title}, ${sub}` : title, width, num };
}

export const REDUCER_WORDS: Record<Reducer, string> = {
  last: "last",
  best: "best",
  min: "lowest",
  max: "highest",
  mean: "mean",
  at: "x of the last",
  best_at: "x of the best",
  n: "points",
};

const EXPLAINED: Record<Reducer, string> = {
  last: "the value at the highest x",
  best: "the extreme in the direction that is an improvement",
  min: "the lowest finite value",
  max: "the highest finite value",
  mean: "mean of all finite values",
  at: "the highest x",
  best_at: "x at which the best value stands",
  n: "how many points there are",
};

const isX = (reducer: Reducer): boolean => reducer === "at" || reducer === "best_at";

/** How a metric's unit is written where the values stand in a column. */
function unitOf({ reducer, axis }: MetricColumn, { unit }: MetricInfo): string {
  if (reducer === "n") return "";
  if (isX(reducer)) return axis === DEFAULT_AXIS ? "train step" : axis;
  return unit === "share" ? "%" : unit;
}

const METRIC_WIDTH = 104;
/** A share with its interval: 77.8 [73.4, 81.6]. */
const INTERVAL_WIDTH = 134;
const PARAM_WIDTH = 110;
const WIDEST = 168;
const PADDING = 12;
/** Beside a title stand the mark of its direction and its place among several sort keys. */
const SORT_MARKS = 22;
const TITLE_SIZE = 11;
const SUB_SIZE = 10.5;

/** What the two lines of a head take, px. */
export const headWidth = ({ title, sub }: Pick<ColumnWords, "title" | "sub">): number =>
  Math.ceil(Math.max(textWidth(title, TITLE_SIZE) + SORT_MARKS, textWidth(sub, SUB_SIZE))) + PADDING;

/** Room for what stands in a column and for its head, unless that is very long. */
const widthOf = (least: number, title: string, sub: string): number =>
  Math.min(WIDEST, Math.max(least, headWidth({ title, sub })));

function metricWords(column: MetricColumn): ColumnWords {
  const info = metricInfo(column.metric);
  const { metric, reducer, axis } = column;
  const isInterval = hasInterval(column);
  const hasNoBest = (reducer === "best" || reducer === "best_at") && info.better === null;
  const unit = unitOf(column, info);
  const said = isInterval
    ? `${unit}, last evaluation [95 %]`
    : [unit, REDUCER_WORDS[reducer]].filter(Boolean).join(", ");
  const sub = hasNoBest
    ? "no best: no direction"
    : axis === DEFAULT_AXIS || isX(reducer)
      ? said
      : `${said}, over ${axis}`;
  return {
    title: info.title,
    sub,
    explanation: `${info.title} (${sub}). ${metric}, latest attempt: ${EXPLAINED[reducer]}. ${info.definition}`,
    width: widthOf(isInterval ? INTERVAL_WIDTH : METRIC_WIDTH, info.title, sub),
    num: true,
  };
}

/** Words of a column; an id that names none says so. */
export function columnWords(id: string): ColumnWords {
  const column = parseColumnId(id);
  if (!column) return built(id, "no such column", 110);
  return wordsOf(column);
}

function wordsOf(column: ColumnRef): ColumnWords {
  if (column.kind === "built-in") return BUILT_IN_WORDS[column.name];
  if (column.kind === "metric") return metricWords(column);
  const { name } = column;
  if (column.kind === "pack") {
    const pack = packColumn(name);
    if (!pack) return built(name, "no such column", 110);
    const { title, sub, explanation } = pack;
    return { title, sub, explanation, width: widthOf(PARAM_WIDTH, title, sub), num: true };
  }
  return {
    title: name,
    sub: "parameter",
    explanation: `${name}, a parameter of the launch`,
    width: widthOf(PARAM_WIDTH, name, "parameter"),
    num: false,
  };
}

/** Room for a mean with its interval, and for the words where there is none. */
const GROUP_WIDTH = 168;
/** "attempt 2" before the value of a run that has had several. */
const ATTEMPT_WIDTH = 56;
/** "15 min 12 runs" */
const MEAN_TIME_WIDTH = 122;

/** Beside a share its interval as a mark, in a wide window; `.table-glyph` in run-table.css is as wide. */
const GLYPH_WIDTH = 88;
/** "66.3 [60.8, 71.4]" */
const INTERVAL_ON_PHONE = 116;

/** How much room the window has: of a phone the score shall be in sight beside name and state. */
export type Room = "phone" | "usual" | "wide";

/** How wide a column is until somebody changes it; `resumed`: some runs of the table have had several attempts. */
export function ownWidth(id: string, grouped: boolean, resumed = false, room: Room = "usual"): number {
  const isShare = hasInterval(parseColumnId(id));
  if (isShare && room === "phone" && !resumed) return INTERVAL_ON_PHONE;
  if (isShare && room === "wide") return ownWidth(id, grouped, resumed) + GLYPH_WIDTH;
  const { width } = columnWords(id);
  if (grouped && id === "time") return MEAN_TIME_WIDTH;
  if (parseColumnId(id)?.kind !== "metric") return width;
  return Math.max(width + (resumed ? ATTEMPT_WIDTH : 0), grouped ? GROUP_WIDTH : 0);
}

/** Words that are cut first, and how wide their column may become by itself. */
const MAY_GROW = new Map([
  ["experiment", 300],
  ["label", 260],
  ["why", 420],
  ["tags", 260],
  ["notes", 420],
]);

/** Gives the px that a table leaves free to its columns of words, in their order; a width that somebody chose stays. */
export function spreadWidths(
  columns: readonly { id: string; width: number | null }[],
  own: readonly number[],
  free: number,
): number[] {
  let left = Math.max(0, free);
  return own.map((width, i) => {
    const { id, width: chosen } = columns[i];
    const more = chosen === null ? Math.min(left, Math.max(0, (MAY_GROW.get(id) ?? 0) - width)) : 0;
    left -= more;
    return width + more;
  });
}

/** How the runs stand by a key, and how long they stay so. */
export function sortedWords({ column: id, direction }: SortKey): string {
  const column = parseColumnId(id);
  const held =
    column !== null && movesWhileLive(column)
      ? ` While runs are live the order is held for ${writeDuration(ORDER_HOLD_MS)}.`
      : "";
  return `Sorted ${direction === "asc" ? "up" : "down"}.${held}`;
}

/** A column in one line, for a chip or a list: "Reward, raw, last". */
export function columnName(id: string): string {
  const column = parseColumnId(id);
  if (column?.kind !== "metric") return columnWords(id).title;
  const { title } = metricInfo(column.metric);
  const over = column.axis === DEFAULT_AXIS ? "" : ` over ${column.axis}`;
  return `${title}, ${REDUCER_WORDS[column.reducer]}${over}`;
}
