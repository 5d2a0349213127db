import { ASIDE_LIMITS } from "../../contracts/limits/wandb.ts";
import { ROW_LIMITS } from "../../contracts/limits/adapters.ts";
import { TableWriter, type LoggedTable } from "../../contracts/external/logged-table.ts";
import { mediaOf, type RowMedium } from "./read-media.ts";
import type { ExternalFacts } from "../../contracts/external/verbs.ts";
import {
  isForeign,
  jsonText,
  leavesOf,
  LONGEST_PATH,
  MOST_ENTRIES,
  numberOf,
  objectOf,
  textOf,
  type Foreign,
} from "../../foreign/foreign-values.ts";

/** A logged value that is no number and no medium: text, a list, what a later client may log. */
export interface Aside {
  /** Number of the row in its message. */
  row: number;
  name: string;
  value: unknown;
}

/** Rows of a stream and what was logged beside their numbers. */
export interface ReadRows {
  table: LoggedTable;
  asides: Aside[];
  /** Paths of tables that were logged, with the number in `table` of the row that names each. */
  tables: { at: number; path: string }[];
  /** Histograms, pictures and other files that rows name. */
  media: RowMedium[];
  /** How many values beside the numbers were too many to be kept. */
  leftOut?: number;
}

/** Values beside the numbers that are kept of one message. */
export const MOST_ASIDES = ASIDE_LIMITS.values.most;

/** What the client adds to each row: its own step and clock. */
export const OWN_NAMES = { step: "_step", seconds: "_timestamp", others: ["_runtime", "_wandb"] } as const;
const { step: STEP, seconds: SECONDS, others } = OWN_NAMES;
const OWN = new Set<string>([STEP, SECONDS, ...others]);
/** Tables, which may be of completions. */
const TABLES = new Set(["table-file", "incremental-table-file"]);

const TYPE = "_type";
const isTyped = (value: unknown): value is Foreign => isForeign(value) && typeof value[TYPE] === "string";

/** Names and values of a row: nested objects by their path, those with a type of the client's as one. */
function* entriesOf(row: Foreign): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(row)) {
    if (OWN.has(name)) continue;
    if (!isForeign(value) || isTyped(value) || name.length > LONGEST_PATH) yield [name, value];
    else for (const [path, inner] of nestedOf(value)) yield [`${name}.${path}`, inner];
  }
}

function* nestedOf(value: Foreign): Generator<[string, unknown]> {
  const typed = Object.entries(value).filter(([, inner]) => isTyped(inner));
  yield* typed;
  const rest = typed.length === 0 ? value : without(value, typed);
  if (Object.keys(rest).length > 0) yield* leavesOf(rest);
}

const without = (value: Foreign, left: readonly [string, unknown][]): Foreign => {
  const names = new Set(left.map(([name]) => name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
};

function isTooWide(row: Foreign): boolean {
  const { most } = ROW_LIMITS.names;
  const names = Object.keys(row);
  return names.length > most && names.filter((name) => !OWN.has(name)).length > most;
}

const parsed = (line: unknown): Foreign | null => (isForeign(line) ? line : objectOf(String(line)));

const stepOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) ? value : null;

/** Reads the rows of a message one after the other. */
export class RowReader {
  readonly writer = new TableWriter();
  readonly asides: Aside[] = [];
  readonly tables: ReadRows["tables"] = [];
  readonly media: RowMedium[] = [];
  #leftOut = 0;

  #keep(aside: Aside): void {
    if (this.asides.length < MOST_ASIDES) this.asides.push(aside);
    else this.#leftOut += 1;
  }

  /** A value with a type of the client's; false where it stands for nothing that is known. */
  #takeTyped(row: number, name: string, value: Foreign): boolean {
    const path = textOf(value.path);
    const isTable = path !== null && TABLES.has(String(value[TYPE]));
    if (isTable) this.tables.push({ at: row, path });
    const media = mediaOf(name, value);
    for (const medium of media ?? []) {
      if (this.media.length < MOST_ASIDES) this.media.push({ row, medium });
      else this.#leftOut += 1;
    }
    return isTable || (media?.length ?? 0) > 0;
  }

  /** A line that is no object keeps its number as an empty row, so that what follows is not taken for it, and is handed back. */
  add(line: unknown): void {
    const row = this.writer.n;
    const read = parsed(line);
    const sent = read !== null && isTooWide(read) ? null : read;
    if (sent === null) this.#keep({ row, name: "", value: line });
    // Rows are numbers, nearly all of them; what is not takes the long way, names of nested values included.
    let rest: Record<string, unknown> | null = null;
    for (const name in sent) {
      const value = sent[name];
      if (OWN.has(name)) continue;
      if (typeof value === "number") this.writer.column(name).put(row, value);
      else (rest ??= Object.create(null) as Record<string, unknown>)[name] = value;
    }
    for (const [name, value] of rest === null ? [] : entriesOf(rest)) {
      const point = numberOf(value);
      if (point !== null) this.writer.column(name).put(row, point);
      else if (value !== null && !(isTyped(value) && this.#takeTyped(row, name, value)))
        this.#keep({ row, name, value });
    }
    const seconds = sent?.[SECONDS];
    const at = typeof seconds === "number" && Number.isFinite(seconds) ? seconds * 1000 : null;
    this.writer.endRow(stepOf(sent?.[STEP]), at);
  }

  finish(): ReadRows {
    const { asides, tables, media } = this;
    const leftOut = this.#leftOut;
    return { table: this.writer.finish(), asides, tables, media, ...(leftOut > 0 && { leftOut }) };
  }
}

export function readRows(lines: readonly unknown[]): ReadRows {
  const reader = new RowReader();
  for (const line of lines) reader.add(line);
  return reader.finish();
}

/** Last values as the client sums them up, flat; of media and files it names nothing is said. */
export function readSummary(summary: Foreign): ExternalFacts["summary"] {
  const told: Record<string, number | string | boolean | null> = {};
  let looked = 0;
  for (const [name, value] of entriesOf(summary)) {
    if (++looked > MOST_ENTRIES) break;
    if (typeof value === "number" || typeof value === "boolean" || value === null) told[name] = value;
    else if (typeof value === "string") told[name] = numberOf(value) ?? value;
    else if (Array.isArray(value)) told[name] = jsonText(value);
  }
  return told;
}
