import { ASIDE_LIMITS } from "../../contracts/limits/wandb.ts";
import { ROW_LIMITS } from "../../contracts/limits/adapters.ts";
import { TableWriter, type LoggedTable } from "../../contracts/external/logged-table.ts";
import { mediaOf, type RowMedium } from "./read-media.ts";
import { isForeign, numberOf, objectOf, textOf, type Foreign } from "../../foreign/foreign-values.ts";
import { entriesOf, isOwn, isTyped, OWN_NAMES, TYPE } from "../../foreign/wandb-rows.ts";

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

const { step: STEP, seconds: SECONDS } = OWN_NAMES;
/** Tables, which may be of completions. */
const TABLES = new Set(["table-file", "incremental-table-file"]);

function isTooWide(row: Foreign): boolean {
  const { most } = ROW_LIMITS.names;
  const names = Object.keys(row);
  return names.length > most && names.filter((name) => !isOwn(name)).length > most;
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
      if (isOwn(name)) continue;
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
