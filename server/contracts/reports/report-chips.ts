import type { QueryKind } from "./report-blocks.ts";

/** What the editor draws in the place of a query, as the server answers it now. */
export interface ReportChip {
  /** What the editor knows it by (`queryKey`). */
  key: string;
  /** Null: a kind that there is not. */
  kind: QueryKind | null;
  /** Of a number its metric: "Solved". */
  name: string;
  /** Of a number the value as the report prints it; null of a block and of what is broken. */
  value: string | null;
  /** n of a number; what a block is of. */
  aside: string | null;
  /** "baseline, mean over 3 seeds". */
  subject: string | null;
  /** Why there is none, in one sentence. */
  error: string | null;
}

/** Something that a query can be of, as a menu offers it. */
export interface SubjectChoice {
  /** As a query names it. */
  value: string;
  words: string;
  /** What tells it from others. */
  aside?: string;
}

/** What queries can be of in one experiment. */
export interface ReportSubjects {
  /** The baseline first. */
  configs: SubjectChoice[];
  /** Columns of its ablation table. */
  columns: SubjectChoice[];
  /** Metrics that its runs sent along training. */
  series: SubjectChoice[];
  runs: SubjectChoice[];
  /** The newest of each run first. */
  evaluations: SubjectChoice[];
  labelSets: SubjectChoice[];
}
