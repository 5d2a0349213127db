import type { ProblemFile } from "../../workers/protocol/problem-file.ts";

/** A file as it was uploaded: its path inside the folder, with forward slashes, and its text. Nothing is opened by name. */
export interface UploadedFile {
  name: string;
  text: string;
}

/** One thing that was not taken, and why. `problem` is null where the complaint is about the whole. */
export interface Refusal {
  file: string;
  problem: string | null;
  /** Line in `file`, where the complaint has one. */
  line: number | null;
  reason: string;
}

export interface WordCount {
  word: string;
  count: number;
}

/** What a person is shown before the benchmark is registered. */
export interface BenchmarkSummary {
  name: string;
  /** Problems named by the index, taken and not taken. */
  listed: number;
  taken: number;
  /** Problems whose injected fault resolves to rows or columns; da.root is defined for these only. */
  withRoots: number;
  /** Problems of which it is known what the sabotage added or changed; clean is defined for these only. */
  withInjected: number;
  withIntegers: number;
  /** Problems whose LP relaxation has a solution, so that episodes, which repair the relaxation, cannot use them. */
  integralityOnly: number;
  types: WordCount[];
  levels: WordCount[];
  rows: { min: number; max: number };
  columns: { min: number; max: number };
  /** What the folder says of problems that were taken and their models contradict. */
  doubts: Refusal[];
  /** Sentences about what is odd but no reason to refuse. */
  cautions: string[];
}

/** Size of one taken problem's model. */
export interface ModelSize {
  rows: number;
  cols: number;
  integers: number;
}

/** Either a complete file with the list of what was skipped, or, with the rest null, a refusal of the whole. */
export type BenchmarkImport =
  | {
      problemFile: ProblemFile;
      summary: BenchmarkSummary;
      refusals: Refusal[];
      /** One per problem of the file, in its order. */
      sizes: ModelSize[];
    }
  | { problemFile: null; summary: null; refusals: Refusal[]; sizes: null };

/** A format of benchmark folders. */
export interface BenchmarkImporter {
  format: string;
  title: string;
  /** What a folder must hold, in one sentence. */
  expects: string;
  /** Do the file names look like this format? Reads no content. */
  recognises(fileNames: readonly string[]): boolean;
  /** Pure: same files, same answer. Asynchronous because a judge may have to be loaded. */
  parse(files: readonly UploadedFile[]): Promise<BenchmarkImport>;
}
