import type { ParamValue } from "../../../workers/protocol/manifest.ts";
import type { LoggedRow } from "../../contracts/external/logged-table.ts";
import { FACT_LIMITS, MLFLOW_LIMITS } from "../../contracts/limits/adapters.ts";
import type { ExternalFacts } from "../../contracts/external/verbs.ts";
import {
  digestOf,
  isForeign,
  jsonText,
  numberOf,
  stepOf,
  textOf,
  wholeOf,
  type Foreign,
} from "../../foreign/foreign-values.ts";

export const foreignList = (value: unknown): Foreign[] =>
  Array.isArray(value) ? value.filter(isForeign) : [];

/** Rows with ids, as `log` takes them. */
export interface IdentifiedRows {
  rows: LoggedRow[];
  ids: string[];
}

/**
 * What MLflow's own monitor logs, with a node between where there are several. Its step counts its readings, so they stand over
 * the time of the machine; any other metric that is called system/... is a person's and stands at the step that was given.
 */
const MONITOR =
  /^system\/(?:.+\/)?(?:cpu_utilization_percentage|system_memory_usage_(?:megabytes|percentage)|disk_(?:usage_percentage|usage_megabytes|available_megabytes)|network_(?:receive|transmit)_megabytes|gpu_\d+_(?:utilization_percentage|memory_usage_(?:percentage|megabytes)|power_usage_(?:watts|percentage)))$/;

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * Metrics as rows: those of one step and time together. A row's id is what it says, since a request that is sent again has
 * no other mark, and MLflow itself knows a value by its key, step, time and value. Odd ones are answered by name.
 */
export function readMetrics(metrics: readonly Foreign[]): {
  history: IdentifiedRows;
  system: IdentifiedRows;
  parked: string[];
} {
  const history = new Map<string, LoggedRow & { values: Record<string, number> }>();
  const system = new Map<string, LoggedRow & { values: Record<string, number> }>();
  const parked: string[] = [];
  /** Values that came of a key at one step and time, each with the number of its row there. */
  const copies = new Map<string, Map<number | string, number>>();
  for (const { key, value, step, timestamp } of metrics) {
    const name = textOf(key);
    const number = numberOf(value) ?? numberOfText(value);
    if (name === null || number === null) {
      parked.push(name ?? "a metric without a name");
      continue;
    }
    const isSystem = MONITOR.test(name);
    const streams = isSystem ? system : history;
    const at = wholeOf(timestamp);
    const own = stepOf(step) ?? 0;
    // A key that stands twice in one request at one step and time has two values: each its row.
    const seen = entryOf(copies, `${own} ${at} ${name}`, () => new Map<number | string, number>());
    const copy = entryOf(seen, Object.is(number, -0) ? "-0" : number, () => seen.size);
    const row = entryOf(streams, `${own} ${at} ${copy}`, () => ({
      step: isSystem ? null : own,
      at,
      values: Object.create(null) as Record<string, number>,
    }));
    row.values[name] = number;
  }
  return { history: identified(history), system: identified(system), parked };
}

const numberOfText = (value: unknown): number | null =>
  typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value)) ? Number(value) : null;

function identified(found: ReadonlyMap<string, LoggedRow>): IdentifiedRows {
  const rows = [...found.values()].map((row) => ({ ...row, values: { ...row.values } }));
  const said = [...found].map(([place, { values }]) => {
    const parts = Object.keys(values)
      .sort()
      .map((key) => `${key}=${values[key]}`);
    return digestOf([place, ...parts].join("\n"));
  });
  return { rows, ids: said };
}

/** A parameter as the client had sent it, so that it reads back what it wrote. */
export function textOfParam(value: ParamValue): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return pythonNumber(value);
  return value === "null" ? "None" : value;
}

/** A number as Python writes it: the same digits, with an exponent below 1e-4 and from 1e16 on, of two digits at least. */
function pythonNumber(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  const size = Math.abs(value);
  if (Number.isSafeInteger(value) || (size >= 1e-4 && size < 1e16)) return text;
  const [, sign, whole, part = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = (whole + part).replace(/^0+/, "");
  const power = Number(exponent) + whole.length - 1 - (whole + part).length + digits.length;
  const [first, rest] = [digits[0], digits.slice(1).replace(/0+$/, "")];
  const tens = `${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  return `${sign}${first}${rest === "" ? "" : `.${rest}`}e${tens}`;
}

const ENVIRONMENT: Readonly<Record<string, string>> = {
  "mlflow.user": "user",
  "mlflow.source.name": "program",
  "mlflow.source.type": "source type",
  "mlflow.source.git.commit": "commit",
  "mlflow.source.git.branch": "branch",
  "mlflow.source.git.repoURL": "repository",
  "mlflow.docker.image.uri": "image",
};
const NOTES = "mlflow.note.content";
const NAME = "mlflow.runName";
export const PARENT = "mlflow.parentRunId";

/** Tags by their key. */
export const tagsOf = (tags: unknown): [string, string][] =>
  foreignList(tags)
    .slice(0, MLFLOW_LIMITS.tags.most)
    .flatMap(({ key, value }) => {
      const name = textOf(key);
      if (name === null) return [];
      const text = typeof value === "string" ? value : jsonText(value ?? "");
      return [[name.slice(0, FACT_LIMITS.name.most), text.slice(0, FACT_LIMITS.notes.most)]];
    });

/**
 * What tags say of a run, after what was known of it. A tag of a person is kept as "key: value", the later value of a key in
 * place of the one before; tags of MLflow itself go where they belong.
 */
export function factsOfTags(
  tags: readonly [string, string][],
  known: readonly string[],
): Partial<ExternalFacts> {
  const facts: { -readonly [K in keyof ExternalFacts]?: ExternalFacts[K] } = {};
  const environment: Record<string, string> = {};
  let own = known;
  for (const [key, value] of tags) {
    if (Object.hasOwn(ENVIRONMENT, key)) environment[ENVIRONMENT[key]] = value;
    else if (key === NOTES) facts.notes = value;
    else if (key === NAME) facts.name = value;
    else if (key === PARENT) environment["parent run"] = value;
    else if (key.startsWith("mlflow.")) environment[key] = value;
    else own = [...own.filter((tag) => !tag.startsWith(`${key}: `)), `${key}: ${value}`];
  }
  if (Object.keys(environment).length > 0) facts.environment = environment;
  if (own !== known) facts.tags = own;
  return facts;
}

/** The tags of a run as the client reads them back. */
export function tagsBack({
  name,
  notes,
  environment,
  tags,
}: ExternalFacts): { key: string; value: string }[] {
  const keyOf = new Map(Object.entries(ENVIRONMENT).map(([key, word]) => [word, key]));
  keyOf.set("parent run", PARENT);
  const told = Object.entries(environment).map(([word, value]) => ({ key: keyOf.get(word) ?? word, value }));
  const own = tags.flatMap((tag) => {
    const at = tag.indexOf(": ");
    if (at !== -1) return [{ key: tag.slice(0, at), value: tag.slice(at + 2) }];
    // What is kept of a tag without a value ends in its colon.
    return tag.endsWith(":") ? [{ key: tag.slice(0, -1), value: "" }] : [];
  });
  const more = [
    ...(name === null ? [] : [{ key: NAME, value: name }]),
    ...(notes === null ? [] : [{ key: NOTES, value: notes }]),
  ];
  return [...told.filter(({ key }) => key.startsWith("mlflow.")), ...own, ...more];
}
