import { createHash, type Hash } from "node:crypto";
import type { LoggedTable } from "../../contracts/external/logged-table.ts";
import type { History } from "./history.ts";
import type { ImportedEvaluation, ImportedRow, ImportedStream, ReadOptions } from "./reader.ts";
import { type JudgedRun, readHistories, type ReadHistories } from "./registry.ts";
import type { SentFile } from "./sent-file.ts";

/** An evaluation without its rows, which come in parts. */
export interface EvaluationHead extends Omit<ImportedEvaluation, "rows"> {
  n: number;
  solved: number;
  /** Its problems as one JSON text: a list of many is taken over between threads at once that way. */
  problems: string;
}

/** What a source says of a run, without what it has many of. */
export interface RunHead extends Omit<JudgedRun, "history" | "streams" | "evaluations"> {
  evaluations: EvaluationHead[];
  points: number;
  /** SHA-256 of all that is said of the run. Where its file lies is no part of it. */
  digest: string;
}

export type FoundSource = Omit<ReadHistories, "runs"> & { runs: RunHead[] };

/** What is stored of a run at once. */
export type RunPart =
  | (Omit<ImportedStream, "tables"> & { kind: "history"; table: LoggedTable })
  | { kind: "rows"; evaluation: number; rows: ImportedRow[] };

const ROWS_AT_ONCE = 1000;

/** Files, read: what they tell, and each run of it part by part. Throws an `ImportError` where one is broken. */
export class ReadSource {
  readonly found: FoundSource;
  readonly #runs: readonly JudgedRun[];

  constructor(files: readonly SentFile[], options: ReadOptions) {
    const { runs, ...found } = readHistories(files, options);
    this.#runs = runs;
    this.found = { ...found, runs: runs.map(headOf) };
  }

  *parts(run: number): Generator<RunPart, void, void> {
    const { evaluations } = this.#runs[run];
    for (const { tables, ...stream } of streamsOf(this.#runs[run]))
      for (const table of tables) yield { kind: "history", ...stream, table };
    for (const [evaluation, { rows }] of evaluations.entries())
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        yield { kind: "rows", evaluation, rows: rows.slice(from, from + ROWS_AT_ONCE) };
  }
}

const streamsOf = ({ history, streams = [] }: JudgedRun): ImportedStream[] => [
  { stream: "history", process: 0, tables: history },
  ...streams,
];

function headOf(run: JudgedRun): RunHead {
  const { history: _history, streams: _streams, evaluations, ...facts } = run;
  return {
    ...facts,
    ...digestOf(run),
    evaluations: evaluations.map(({ rows, ...evaluation }) => ({
      ...evaluation,
      n: rows.length,
      solved: rows.filter(({ solved }) => solved).length,
      problems: JSON.stringify(rows.map(({ problem }) => problem)),
    })),
  };
}

function digestOf(run: JudgedRun) {
  const { history: _h, streams: _s, notes: _n, cautions: _c, environment: _e, ...facts } = run;
  const digest = createHash("sha256").update(JSON.stringify(facts));
  let all = 0;
  for (const { tables } of streamsOf(run)) {
    const { points, hashes } = hashHistory(tables);
    for (const [name, hash] of hashes) digest.update(JSON.stringify(name)).update(hash.digest());
    all += points;
  }
  return { digest: digest.digest("hex"), points: all };
}

/** A hash of each metric's values with their rows, and of the rows' steps and times: the same however tables are cut. */
function hashHistory(history: History): { points: number; hashes: Map<string, Hash> } {
  const hashes = new Map<string, Hash>();
  const of = (name: string): Hash => {
    let hash = hashes.get(name);
    if (!hash) hashes.set(name, (hash = createHash("sha256")));
    return hash;
  };
  let [points, before] = [0, 0];
  for (const { n, step, at, columns } of history) {
    of("steps").update(step);
    of("times").update(at);
    for (const { metric, rows, value } of columns) {
      points += value.length;
      const places = rows
        ? rows.map((row) => row + before)
        : Uint32Array.from({ length: n }, (_, i) => before + i);
      of(`rows of ${metric}`).update(places);
      of(`values of ${metric}`).update(value);
    }
    before += n;
  }
  return { points, hashes };
}
