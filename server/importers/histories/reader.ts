import type { Params } from "../../../workers/protocol/manifest.ts";
import type { ColumnMapping, MappedTable } from "../../contracts/imports/mapping.ts";
import type { ExternalFacts } from "../../contracts/external/verbs.ts";
import type { History } from "./history.ts";
import { headOf, ImportError, type SentFile } from "./sent-file.ts";
import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";

export interface ReadOptions {
  /** How far the zone of times that name none is ahead of UTC, in minutes. */
  utcOffsetMinutes: number;
  /** What the problems are of, where the source does not say; null: not known. */
  benchmark: string | null;
  /** What the columns of a table mean; absent: guessed. */
  mapping?: ColumnMapping | null;
  /** What could not be told is asked, and refuses an import but no preview. */
  isPreview?: boolean;
}

/** One problem of an imported evaluation. */
export interface ImportedRow {
  problem: string;
  /** Its kind; empty where it is not known. */
  type: string;
  solved: boolean;
  steps: number;
  score: number | null;
  /** Packed counts of what its episode named (`packTally`); null where nobody counted. */
  diagnosis: number[] | null;
  passAt1: number | null;
  /** What it took; null where the source does not say. */
  seconds: number | null;
}

export interface ImportedEvaluation {
  key: string;
  /** Null where the source does not name it: then it is comparable with no other. */
  benchmark: string | null;
  final: boolean;
  /** ms since the epoch; null where the source does not say. */
  at: number | null;
  protocol: EvaluationProtocol;
  rows: ImportedRow[];
}

/** Rows of a process that went on with a run, or the machine's figures; the first process is 0. */
export interface ImportedStream {
  stream: "history" | "system";
  process: number;
  tables: History;
}

/** One run of a source, whole: what is stored of it depends on nothing else. */
export interface ImportedRun {
  /** The same for the same source, wherever its file lies and whatever was appended to it. */
  sourceId: string;
  name: string;
  /** ms since the epoch; null where the source does not say. */
  startedAt: number | null;
  endedAt: number | null;
  state: "finished" | "failed" | "killed";
  /** Absent where the source does not say. */
  exitCode?: number | null;
  config: Params;
  environment: Record<string, string>;
  summary: Record<string, number | string | boolean | null>;
  /** What its client says of it beside its configuration. */
  labels?: Partial<Pick<ExternalFacts, "axes" | "group" | "jobType" | "tags" | "notes">>;
  evaluations: ImportedEvaluation[];
  /** The rows of its first process. */
  history: History;
  /** Further rows, in the order in which they are stored. */
  streams?: readonly ImportedStream[];
  /** What a reader of the run has to know of how it was read. */
  notes: string[];
}

/**
 * Reads one kind of source; pure. Its folder has its tests, and the registry one line. A reader that opens a file and finds it
 * broken throws an `ImportError` that names the place, and nothing of the import is stored.
 */
export interface HistoryReader {
  kind: string;
  /** What a person calls such a file. */
  title: string;
  opens(file: SentFile): boolean;
  /** `beside` are the other files that were sent: those of the same folder may say more. */
  read(file: SentFile, beside: readonly SentFile[], options: ReadOptions): ImportedRun[];
  /** What each column is taken for, of a file whose columns a person may map. */
  columns?(file: SentFile, mapping: ColumnMapping | null): MappedTable;
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** A file of the same folder by its own name. */
export const besideOf = (file: SentFile, beside: readonly SentFile[], name: string): SentFile | undefined =>
  beside.find((other) => other.name === folderOf(file.name) + name);

export const ownName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The folder that a file lies in, which is what people call its run; `otherwise` where it lies in none. */
export const folderName = ({ name }: SentFile, otherwise = ownName(name)): string =>
  name.split("/").at(-2) ?? otherwise;

/** Whether the first characters of a file hold these names in quotes. */
export function begins(file: SentFile, head: number, ...names: string[]): boolean {
  const text = new TextDecoder().decode(headOf(file, head));
  return names.every((name) => text.includes(`"${name}"`));
}

/** Refuses a problem that stands in a list twice; `name` says where the one at an index stands. */
export function requireEachOnce(
  problems: readonly string[],
  name: (problem: string, i: number) => string,
): void {
  const seen = new Set<string>();
  for (const [i, problem] of problems.entries()) {
    if (seen.has(problem)) throw new ImportError(`${name(problem, i)}. Nothing was imported.`);
    seen.add(problem);
  }
}

export { ImportError, type SentFile } from "./sent-file.ts";
