import { hash } from "node:crypto";
import { readYaml } from "../../contracts/read-yaml.ts";
import type { Params } from "../../../workers/protocol/manifest.ts";
import { bareWords } from "../../../workers/protocol/python-json.ts";
import { ImportError, type SentFile } from "./reader.ts";

/** An object that a file holds: nothing but its names is known. */
export type Stored = Record<string, unknown>;

export const isStored = (value: unknown): value is Stored =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a tree holds under a name, where that is a tree too; else an empty one. */
export const storedIn = (tree: Stored, name: string): Stored => {
  const found = tree[name];
  return isStored(found) ? found : {};
};

/** Where a value stands in a file: "sft_eval.json, results[3].steps". */
export type Place = (field: string) => string;

const shown = (value: unknown): string =>
  (typeof value === "string" ? JSON.stringify(value) : (JSON.stringify(value) ?? "nothing")).slice(0, 80);

export const refuse = (place: string, what: string, value: unknown): ImportError =>
  new ImportError(`${place}: ${shown(value)} is ${what}. Nothing was imported.`);

/** Most levels of lists and objects in a JSON file; more is nobody's results and would end the parser. */
const MOST_LEVELS = 200;

/** How deep lists and objects of a JSON text are nested; braces inside texts are letters. */
function levelsOf(text: string): number {
  let level = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === 0x5c) i++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++level);
    else if (code === 0x7d || code === 0x5d) level--;
  }
  return deepest;
}

/** JSON of a file; a mistake is named by line and column. */
export function parseJson(file: SentFile): unknown {
  const text = new TextDecoder().decode(file.bytes);
  if (levelsOf(text) > MOST_LEVELS)
    throw new ImportError(
      `${file.name} is nested more than ${MOST_LEVELS} levels deep. Nothing was imported.`,
    );
  try {
    return JSON.parse(bareWords(text, () => "null")) as unknown;
  } catch (error) {
    throw new ImportError(`${file.name} is not valid JSON${placeOf(text, error)}. Nothing was imported.`, {
      cause: error,
    });
  }
}

/** Whether what begins a JSON text is right as far as it goes. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const at = /position (\d+)/.exec(message)?.[1];
    return /end of JSON input|Unterminated/.test(message) || (at !== undefined && Number(at) >= text.length);
  }
}

/** Where a JSON text stops being one. The engine does not always say: the longest right beginning ends there. */
function placeOf(text: string, error: unknown): string {
  const told = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  let [from, to] = told === undefined ? [0, text.length] : [Number(told), Number(told)];
  while (from < to) {
    const middle = Math.floor((from + to + 1) / 2);
    if (isBeginning(text.slice(0, middle))) from = middle;
    else to = middle - 1;
  }
  const before = text.slice(0, from).split("\n");
  return `: line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

/** A YAML file of plain values beside a source; empty where there is none. */
export function parseYaml(file: SentFile | undefined): Stored {
  if (!file || file.bytes.length > 1_000_000) return {};
  try {
    const tree = readYaml(new TextDecoder().decode(file.bytes));
    return isStored(tree) ? tree : {};
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ImportError(`${file.name} is not valid YAML: ${why}.`);
  }
}

/** Numbers, texts and truths of a tree by their path; lists as JSON text. */
export function flat(tree: Stored, before = ""): Params {
  const pairs = Object.entries(tree).flatMap(([name, value]): [string, Params[string]][] => {
    const path = before + name;
    if (isStored(value)) return Object.entries(flat(value, `${path}.`));
    if (value === null || value === undefined) return [];
    if (typeof value === "number" || typeof value === "string" || typeof value === "boolean")
      return [[path, value]];
    return [[path, JSON.stringify(value)]];
  });
  return Object.fromEntries(pairs);
}

/** The object that a JSON file holds. */
export function objectOf(file: SentFile): Stored {
  const tree = parseJson(file);
  if (!isStored(tree)) throw new ImportError(`${file.name} holds no object. Nothing was imported.`);
  return tree;
}

/** A list of objects in the object of a file. */
export function listOf(file: SentFile, tree: Stored, name: string): Stored[] {
  const list = tree[name];
  if (!Array.isArray(list) || !list.every(isStored))
    throw new ImportError(`${file.name}: "${name}" is no list of objects. Nothing was imported.`);
  return list;
}

/** The numbers of an object by their path. */
export const numbersOf = (tree: Stored): Record<string, number> =>
  Object.fromEntries(
    Object.entries(flat(tree)).filter((pair): pair is [string, number] => typeof pair[1] === "number"),
  );

const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** An ISO moment as ms since the epoch; one without a zone counts by the offset. Null where there is none. */
export function readMoment(value: unknown, place: string, utcOffsetMinutes: number): number | null {
  if (value === null || value === undefined || value === "") return null;
  const text = typeof value === "string" ? value.trim() : "";
  const isZoned = ZONED.test(text);
  const at = MOMENT.test(text) ? Date.parse(isZoned ? text : `${text.replace(" ", "T")}Z`) : Number.NaN;
  if (Number.isNaN(at)) throw refuse(place, "not a moment as 2026-01-14T07:37:56", value);
  return isZoned ? at : at - utcOffsetMinutes * 60_000;
}

/** The first and the last of some moments, ms; null where there is none. */
export function spanOfMoments(moments: Iterable<number | null>): {
  startedAt: number | null;
  endedAt: number | null;
} {
  let [startedAt, endedAt]: (number | null)[] = [null, null];
  for (const at of moments) {
    if (at === null) continue;
    startedAt = Math.min(startedAt ?? at, at);
    endedAt = Math.max(endedAt ?? at, at);
  }
  return { startedAt, endedAt };
}

/** Whether a cell is a moment of a calendar, with a zone or without. */
export const isMoment = (value: unknown): boolean => typeof value === "string" && MOMENT.test(value.trim());

/** Whether a text is a moment that names no zone. */
export const lacksZone = (value: unknown): boolean =>
  typeof value === "string" && MOMENT.test(value) && !ZONED.test(value.trim());

/** One short word for the facts that tell a source from others. */
export const identity = (kind: string, ...facts: readonly unknown[]): string =>
  `${kind}:${hash("sha256", JSON.stringify(facts), "hex").slice(0, 32)}`;

/** "data/benchmarks/hard/dataset.json" is of the benchmark "hard". */
export function benchmarkOf(dataset: unknown): string | null {
  if (typeof dataset !== "string") return null;
  const parts = dataset.split(/[\\/]+/).filter((part) => part !== "" && !/\.jsonl?$/i.test(part));
  return parts.at(-1) ?? null;
}
