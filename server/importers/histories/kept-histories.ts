import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import type { LoggedTable } from "../../contracts/external/logged-table.ts";
import { type History, HistoryWriter } from "./history.ts";
import type { SentFile } from "./sent-file.ts";

/** Values of rows of all runs that are in no table yet. */
const MOST_PENDING = 400_000;
/** Bytes of tables in memory; what is more lies in a file beside the one that is read. */
const MOST_HELD = 24 * 1024 * 1024;

/** A table in memory, or where it lies in the file. */
type Kept = LoggedTable | { at: number; bytes: number };

/** The histories of the runs of one file, written row by row as it is read once, and read back run by run. */
export class KeptHistories {
  readonly #path: string | null;
  readonly #writers = new Map<string, HistoryWriter>();
  readonly #kept = new Map<string, Kept[]>();
  #pending = 0;
  #held = 0;
  #file: number | null = null;
  #end = 0;

  constructor(file: SentFile) {
    this.#path = file.path === undefined ? null : `${file.path}.rows`;
  }

  /** Where the values of the next row of a run are put. */
  writer(run: string): HistoryWriter {
    let writer = this.#writers.get(run);
    if (!writer) this.#writers.set(run, (writer = new HistoryWriter()));
    return writer;
  }

  /** Ends a row of a run, after `put` values of it. */
  endRow(run: string, writer: HistoryWriter, put: number, step: number, at: number | null): void {
    this.#pending += put + 1;
    const pending = writer.pending + 1;
    const full = writer.endRow(step, at);
    if (full) {
      this.#pending -= pending;
      this.#keep(run, full);
    }
    if (this.#pending > MOST_PENDING) this.#finishAll();
  }

  /** What was written of a run; nothing is written after it was asked for. */
  history(run: string): History {
    this.#finishAll();
    const kept = this.#kept.get(run) ?? [];
    return { [Symbol.iterator]: () => this.#read(kept) };
  }

  #finishAll(): void {
    for (const [run, writer] of this.#writers) {
      const table = writer.finish();
      if (table) this.#keep(run, table);
    }
    this.#pending = 0;
  }

  #keep(run: string, table: LoggedTable): void {
    const kept = this.#kept.get(run) ?? [];
    this.#kept.set(run, kept);
    const size = bytesOf(table);
    if (this.#path === null || this.#held + size <= MOST_HELD) {
      this.#held += size;
      kept.push(table);
      return;
    }
    const bytes = serialize(table);
    this.#file ??= openSync(this.#path, "w+", 0o600);
    writeSync(this.#file, bytes, 0, bytes.length, this.#end);
    kept.push({ at: this.#end, bytes: bytes.length });
    this.#end += bytes.length;
  }

  *#read(kept: readonly Kept[]): Generator<LoggedTable, void, void> {
    for (const one of kept) {
      if (!("bytes" in one)) yield one;
      else {
        const bytes = Buffer.alloc(one.bytes);
        readSync(this.#file as number, bytes, 0, one.bytes, one.at);
        yield deserialize(bytes) as LoggedTable;
      }
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/** Columns grow by doubling: twice of what they hold at most. */
const bytesOf = ({ n, columns }: LoggedTable): number =>
  2 *
  (16 * n + columns.reduce((sum, { value, rows }) => sum + 8 * value.length + 4 * (rows?.length ?? 0), 0));
