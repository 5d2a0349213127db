import { textWidth } from "#components/charts/prepare/text-width.ts";
import { metricInfo, type MetricInfo } from "#server/contracts/metrics.ts";
import {
  DEFAULT_AXIS,
  parseColumnId,
  type BuiltIn,
  type ColumnRef,
  type MetricColumn,
  type Reducer,
} from "#server/contracts/run-table-columns.ts";
import { WITH_INTERVAL } from "./run-table-defaults.ts";

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
  run: built("Run", "", 210),
  state: built("State", "", 116),
  checks: built("Checks", "", 84),
  id: built("Id", "", 96),
  label: built("Configuration", "all but the seed", 150),
  recipe: built("Recipe", "", 90),
  experiment: built("Experiment", "", 180),
  seed: built("Seed", "", 60, true),
  reward: built("Reward function", "", 220),
  worker: built("Worker", "", 110),
  attempt: built("Attempt", "latest", 70, true),
  step: built("Train step", "of planned", 84, true),
  problems: built("n", "problems", 66, true),
  time: built("Time", "", 72, true),
  launched: built("Launched", "", 116),
  started: built("Started", "", 116),
  ended: built("Ended", "", 116),
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
const WIDEST = 160;
/** Padding of a head, and the mark of its direction. */
const AROUND_TITLE = 16;
const HEAD_SIZE = 11;

/** Room for the numbers of a metric and for what it is called, unless that is very long. */
const widthOf = (title: string): number =>
  Math.min(WIDEST, Math.max(METRIC_WIDTH, Math.ceil(textWidth(title, HEAD_SIZE)) + AROUND_TITLE));

function metricWords(column: MetricColumn): ColumnWords {
  const info = metricInfo(column.metric);
  const { metric, reducer, axis } = column;
  const hasInterval = reducer === "last" && WITH_INTERVAL.has(metric);
  const hasNoBest = (reducer === "best" || reducer === "best_at") && info.better === null;
  const unit = unitOf(column, info);
  const said = hasInterval
    ? `${unit}, last evaluation [95 %]`
    : [unit, REDUCER_WORDS[reducer]].filter(Boolean).join(", ");
  return {
    title: info.title,
    sub: hasNoBest
      ? "no best: no direction"
      : axis === DEFAULT_AXIS || isX(reducer)
        ? said
        : `${said}, over ${axis}`,
    explanation: `${metric}, latest attempt: ${EXPLAINED[reducer]}. ${info.definition}`,
    width: hasInterval ? 152 : widthOf(info.title),
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
  return {
    title: name,
    sub: "parameter",
    explanation: `${name}, a parameter of the launch`,
    width: 110,
    num: false,
  };
}

/** Room for a mean with its interval, and for the words where there is none. */
const GROUP_WIDTH = 156;

/** How wide a column is until somebody changes it. */
export function ownWidth(id: string, grouped: boolean): number {
  const { width } = columnWords(id);
  return grouped && parseColumnId(id)?.kind === "metric" ? Math.max(width, GROUP_WIDTH) : width;
}

/** A column in one line, for a chip or a list: "RR@5, last". */
export function columnName(id: string): string {
  const column = parseColumnId(id);
  if (column?.kind !== "metric") return columnWords(id).title;
  const { title } = metricInfo(column.metric);
  const over = column.axis === DEFAULT_AXIS ? "" : ` over ${column.axis}`;
  return `${title}, ${REDUCER_WORDS[column.reducer]}${over}`;
}
