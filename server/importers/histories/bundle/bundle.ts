import type { z } from "zod";
import {
  BundleEnd,
  BundleEvaluation,
  BundleHead,
  BundleRun,
  BundleStream,
} from "../../../contracts/imports/bundle.ts";
import { numberOf } from "../../../foreign/foreign-values.ts";
import { beginsWithNames, objectLines } from "../json-lines.ts";
import { KeptHistories } from "../kept-histories.ts";
import {
  type HistoryReader,
  ImportError,
  type ImportedEvaluation,
  type ImportedRun,
  type ImportedStream,
  requireEachOnce,
  type SentFile,
} from "../reader.ts";
import { identity, isStored, refuse, type Stored } from "../values.ts";

interface ReadRun {
  told: BundleRun;
  evaluations: ImportedEvaluation[];
  streams: Map<string, Omit<ImportedStream, "tables">>;
}

/** A line by its schema; the field that is wrong is named with its place. */
function parse<T extends z.ZodType>(schema: T, value: unknown, place: string): z.output<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue.path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("");
  throw new ImportError(`${place}${path}: ${issue.message}. Nothing was imported.`);
}

const listAt = (value: unknown, place: string, n: number | null): unknown[] => {
  if (!Array.isArray(value)) throw refuse(place, "no list", value);
  if (n !== null && value.length !== n)
    throw refuse(`${place}, length`, `not the ${n} of the steps`, value.length);
  return value;
};

/** Rows as columns, each with a place for every step; null where a row has no value. */
function keepRows(kept: KeptHistories, key: string, rows: Stored, place: string): void {
  const step = listAt(rows.step, `${place}.step`, null);
  const at = rows.at === undefined ? null : listAt(rows.at, `${place}.at`, step.length);
  if (!isStored(rows.values)) throw refuse(`${place}.values`, "no columns by their name", rows.values);
  const columns = Object.entries(rows.values).map(
    ([metric, values]) => [metric, listAt(values, `${place}.values.${metric}`, step.length)] as const,
  );
  const writer = kept.writer(key);
  for (let row = 0; row < step.length; row++) {
    let put = 0;
    for (const [metric, values] of columns) {
      const value = values[row];
      if (value === null) continue;
      const number = typeof value === "boolean" ? null : numberOf(value);
      if (number === null) throw refuse(`${place}.values.${metric}[${row}]`, "no number", value);
      writer.put(metric, number);
      put++;
    }
    const own = step[row];
    if (typeof own !== "number" || !Number.isFinite(own))
      throw refuse(`${place}.step[${row}]`, "no step", own);
    const moment = at?.[row] ?? null;
    if (moment !== null && (typeof moment !== "number" || !(moment > 0)))
      throw refuse(`${place}.at[${row}]`, "no moment in ms since the epoch", moment);
    kept.endRow(key, writer, put, Math.trunc(own), moment);
  }
}

/** A bundle of runs: what this bench or `python -m ablab fetch` wrote. */
export const bundleReader: HistoryReader = {
  kind: "bundle",
  title: "bundle of runs",
  opens: (file) => beginsWithNames(file, "ablab_bundle"),
  read(file) {
    const kept = new KeptHistories(file);
    const runs: ReadRun[] = [];
    const end = readLines(file, kept, runs);
    if (end !== runs.length)
      throw new ImportError(
        `${file.name} ${end === null ? "ends before its last line" : `holds ${runs.length} runs and says ${end}`}. Nothing was imported.`,
      );
    return runs.map((run, i) => runOf(file, run, i, kept));
  },
};

/** Reads the lines behind the head; answers how many runs the end says, null where there is none. */
function readLines(file: SentFile, kept: KeptHistories, runs: ReadRun[]): number | null {
  let head: string | null = null;
  for (const { row, place } of objectLines(file)) {
    const run = runs[runs.length - 1];
    const own = (field: string): unknown => {
      if (!run) throw new ImportError(`${place}: ${field} stand before the first run. Nothing was imported.`);
      return row[field];
    };
    if (head === null) head = parse(BundleHead, row, place).source;
    else if (row.run !== undefined) {
      const told = parse(BundleRun, row.run, `${place}, run`);
      runs.push({
        told: { ...told, environment: { from: head, ...told.environment } },
        evaluations: [],
        streams: new Map(),
      });
    } else if (row.rows !== undefined) {
      const rows = own("rows");
      if (!isStored(rows)) throw refuse(`${place}, rows`, "no rows", rows);
      const stream = parse(BundleStream, rows, `${place}, rows`);
      run.streams.set(keyOf(stream), stream);
      keepRows(kept, `${runs.length - 1} ${keyOf(stream)}`, rows, `${place}, rows`);
    } else if (row.evaluation !== undefined) {
      const evaluation = parse(BundleEvaluation, own("evaluation"), `${place}, evaluation`);
      requireEachOnce(
        evaluation.rows.map(({ problem }) => problem),
        (problem, i) => `${place}, evaluation.rows[${i}]: ${problem} stands there twice`,
      );
      run.evaluations.push({
        ...evaluation,
        rows: evaluation.rows.map((one) => ({ ...one, diagnosis: null })),
      });
    } else if (row.end !== undefined) return parse(BundleEnd, row, place).end.runs;
    else
      throw new ImportError(
        `${place}: neither a run, rows, an evaluation nor the end. Nothing was imported.`,
      );
  }
  return null;
}

const keyOf = ({ process, stream }: Omit<ImportedStream, "tables">): string => `${process} ${stream}`;

function runOf(
  file: SentFile,
  { told, evaluations, streams }: ReadRun,
  i: number,
  kept: KeptHistories,
): ImportedRun {
  const { id, said, group, jobType, tags, notes, axes, ...facts } = told;
  const tables = (stream: Omit<ImportedStream, "tables">) => kept.history(`${i} ${keyOf(stream)}`);
  const first = { process: 0, stream: "history" } as const;
  return {
    ...facts,
    sourceId: identity("bundle", id),
    name: facts.name.slice(0, 200),
    environment: { source: file.name, ...facts.environment },
    labels: { group, jobType, tags, notes, axes },
    evaluations,
    history: tables(first),
    streams: [...streams.values()]
      .filter((stream) => keyOf(stream) !== keyOf(first))
      .toSorted((a, b) => a.process - b.process)
      .map((stream) => ({ ...stream, tables: tables(stream) })),
    notes: said,
  };
}
