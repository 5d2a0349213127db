import type { ReportedGrid } from "../../contracts/reported/table.ts";
import { countsOf } from "./counts-of.ts";
import { metricKey } from "./metric-key.ts";
import {
  boundsOf,
  isKind,
  isNumber,
  type PlacedCell,
  type Quantity,
  type TableView,
  valueOf,
  viewsOf,
} from "./table-rule.ts";

/** What a table says of one metric of one of its entries. */
export interface ReportedValue {
  /** What the metric is called by `metricKey`. */
  key: string;
  /** As it was printed. */
  text: string;
  /** Shares from 0 to 1; null where no single number is printed. */
  value: number | null;
  /** The numbers that it may stand for, by its rounding. */
  low: number | null;
  high: number | null;
  /** Of how many problems, where the table says so. */
  n: number | null;
}

/** A configuration or model of a printed table: what was measured of it, and what it was set to. */
export interface ReportedEntry {
  name: string;
  values: ReportedValue[];
  /** Numbers and words that are no result. */
  settings: { name: string; text: string; value: number | null }[];
}

/** Names under which documents print a setting, by the name of the field that it is here. */
const SETTINGS: Record<string, string> = {
  "kl weight": "beta_kl",
  "kl coefficient": "beta_kl",
  "kl coef": "beta_kl",
  kl: "beta_kl",
  beta: "beta_kl",
  "reward weight": "beta_reward",
  "samples per prompt": "group_size",
  "completions per prompt": "group_size",
  generations: "group_size",
  "num generations": "group_size",
  "group size": "group_size",
  g: "group_size",
  lr: "learning_rate",
  "max gradient norm": "grad_clip",
  "max grad norm": "grad_clip",
  "gradient clip": "grad_clip",
  "reward scale": "reward_scale_positive",
  noise: "reward_noise",
  jitter: "reward_noise",
  "training samples": "train_problems",
  "train samples": "train_problems",
  "training problems": "train_problems",
  prompts: "train_problems",
  steps: "iterations",
  "total steps": "iterations",
  "training steps": "iterations",
  "train steps": "iterations",
  "optimizer steps": "iterations",
};

/** The field of a recipe that a printed setting is, where one of this name exists: "β_kl" and "KL weight" are "beta_kl". */
export function settingKey(name: string): string {
  const bare = name
    .toLowerCase()
    .replaceAll("β", "beta")
    .replaceAll(/\([^()]*\)|[*`]/g, " ")
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
  return SETTINGS[bare] ?? bare.replaceAll(" ", "_");
}
const isSetting = ({ name }: Quantity): boolean => {
  const key = settingKey(name);
  return Object.values(SETTINGS).includes(key) || key === "temperature";
};

const RESULT = /^(rr|da|op|steps|reward|solved|clean|cases passed)$|^(rr|pass)@\d+$/;
const isResult = ({ name }: Quantity): boolean =>
  RESULT.test(metricKey(name)) && !isKind({ name }, "target") && !isKind({ name }, "difference");

const OUTCOME = /^(rr|da|op|solved|clean)$|^(rr|pass)@\d+$/;

/** Steps beside what was solved are those of episodes; of a training they are a setting. */
const resultsOf = ({ quantities }: TableView): Set<Quantity> => {
  const hasOutcome = quantities.some(({ name }) => OUTCOME.test(metricKey(name)));
  return new Set(
    quantities.filter((one) => isResult(one) && (hasOutcome || metricKey(one.name) !== "steps")),
  );
};

/** What was measured beside the results, and is no setting either. */
const isBesides = (one: Quantity): boolean =>
  (["deviation", "variance", "limit", "floor", "target", "range", "difference"] as const).some((kind) =>
    isKind(one, kind),
  ) ||
  /\b(time|duration|loss|tokens?|memory|efficiency|computations?|status|solved|problems?|n)\b/i.test(
    one.name,
  );

/** The way to read a table in which more of its quantities are results or settings. */
function bestView(grid: ReportedGrid, title: string): TableView {
  const [byColumn, byRow] = viewsOf(grid, title);
  const results = ({ quantities }: TableView) =>
    quantities.filter((one) => isResult(one) || isSetting(one)).length;
  return results(byRow) > results(byColumn) ? byRow : byColumn;
}

/** A run that is only numbered is called by what stands beside its number. */
function nameOf({ title, entries, quantities }: TableView, i: number): string {
  // "Parameter | Value": what it is of stands above it.
  if (/^(value|result)$/i.test(entries[i])) return title || entries[i];
  const isNumbered = entries.every((name) => /^-?$|^\d+$/.test(name.trim()));
  const named = isNumbered ? quantities.find(({ cells }) => cells[i].cell.kind === "text") : undefined;
  return named?.cells[i].cell.text ?? entries[i];
}

/** "95.0" below "pass@8" is a percentage. */
const areInPercent = ({ cells }: Quantity): boolean => {
  const numbers = cells.filter(isNumber).map(valueOf);
  return numbers.some((value) => value > 1.5) && numbers.every((value) => value <= 100);
};

/** A printed value in the unit of its metric; null for a count where a share is meant. */
function reported(one: Quantity, cell: PlacedCell, n: number | null): ReportedValue | null {
  const isShare = OUTCOME.test(metricKey(one.name));
  const isPercent = (cell.cell.unit ?? one.unit) === "%" || (isShare && areInPercent(one));
  const scale = isPercent ? 100 : 1;
  const isOne = isNumber(cell);
  if (isOne && isShare && valueOf(cell) / scale > 1) return null;
  const [low, high] = isOne ? boundsOf(cell.cell) : [null, null];
  return {
    key: metricKey(one.name),
    text: cell.cell.text,
    value: isOne ? valueOf(cell) / scale : null,
    low: low === null ? null : low / scale,
    high: high === null ? null : high / scale,
    n,
  };
}

/** The entries of a printed table with their results; differences, totals and means are none. */
export function entriesOf(grid: ReportedGrid, title: string): ReportedEntry[] {
  const view = bestView(grid, title);
  const nOf = countsOf(view);
  const results = resultsOf(view);
  return view.entries.flatMap((entry, i): ReportedEntry[] => {
    if (
      /^(target|goal)\b/i.test(entry) ||
      isKind({ name: entry }, "difference") ||
      isKind({ name: entry }, "total") ||
      /^(mean|average)$/i.test(entry)
    )
      return [];
    const filled = view.quantities.filter(
      ({ cells, name }) => cells[i].cell.kind !== "empty" && !name.startsWith("±"),
    );
    const settings = filled.filter((one) => !results.has(one) && !isBesides(one));
    const values = filled.flatMap((one) =>
      results.has(one) ? (reported(one, one.cells[i], nOf(i, one.cells[i], one)) ?? []) : [],
    );
    return [
      {
        name: nameOf(view, i),
        values,
        settings: settings.map((one) => ({
          name: one.name,
          text: one.cells[i].cell.text,
          value: one.cells[i].cell.value,
        })),
      },
    ];
  });
}
