import { parentPort, workerData } from "node:worker_threads";
import type { LoggedTable } from "../../../contracts/external/logged-table.ts";
import { type FoundSource, ReadSource, type RunPart } from "../../../importers/histories/parts.ts";
import type { ReadOptions } from "../../../importers/histories/reader.ts";
import { ImportError, storedFile } from "../../../importers/histories/sent-file.ts";
import { digestOf } from "../../sent-files.ts";

export interface ReadingTask {
  files: { name: string; path: string; size: number }[];
}

export type ReadingQuestion =
  | { ask: "digests" }
  | { ask: "found"; options: ReadOptions }
  | { ask: "begin"; run: number }
  | { ask: "next" };

export type ReadingAnswer =
  | { kind: "heard"; bytes: number }
  | { kind: "digests"; digests: string[] }
  | { kind: "found"; found: FoundSource }
  | { kind: "part"; part: RunPart }
  | { kind: "done" }
  | { kind: "refused"; message: string };

const HEARD_EVERY = 4 * 1024 * 1024;

let bytes = 0;
let told = 0;
const files = (workerData as ReadingTask).files.map(({ name, path, size }) =>
  storedFile(name, path, size, (read) => {
    bytes += read;
    if (bytes - told < HEARD_EVERY) return;
    told = bytes;
    parentPort?.postMessage({ kind: "heard", bytes }, []);
  }),
);
let source: ReadSource | null = null;
let going: Generator<RunPart, void, void> | null = null;

function answer(question: ReadingQuestion): ReadingAnswer {
  switch (question.ask) {
    case "digests":
      return { kind: "digests", digests: files.map(digestOf) };
    case "found":
      [bytes, told] = [0, 0];
      source = new ReadSource(files, question.options);
      return { kind: "found", found: source.found };
    case "begin":
      going = source?.parts(question.run) ?? null;
      return nextPart();
    case "next":
      return nextPart();
  }
}

function nextPart(): ReadingAnswer {
  const next = going?.next();
  return next?.done === false ? { kind: "part", part: next.value } : { kind: "done" };
}

/** Columns grow by doubling: what is sent is only what they hold, and is handed over. */
function packed(table: LoggedTable): LoggedTable {
  const columns = table.columns.map((one) => ({
    ...one,
    rows: one.rows?.slice() ?? null,
    value: one.value.slice(),
  }));
  return { ...table, step: table.step.slice(), at: table.at.slice(), columns };
}

const buffersOf = ({ step, at, columns }: LoggedTable): ArrayBuffer[] =>
  [step, at, ...columns.flatMap(({ rows, value }) => (rows ? [rows, value] : [value]))].map(
    ({ buffer }) => buffer as ArrayBuffer,
  );

function send(made: ReadingAnswer): void {
  if (made.kind !== "part" || made.part.kind !== "history") return parentPort?.postMessage(made, []);
  const table = packed(made.part.table);
  return parentPort?.postMessage({ kind: "part", part: { ...made.part, table } }, buffersOf(table));
}

parentPort?.on("message", (question: ReadingQuestion) => {
  try {
    send(answer(question));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    send({ kind: "refused", message: error.message });
  }
});
