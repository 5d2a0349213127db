import { metric, type MetricInfo } from "../workers/protocol/metrics/metric-info.ts";

/**
 * How a metric follows from the rows of problems. TypeScript (`values-over-problems.ts`) and SQL (`db/queries/evaluation-metrics.ts`) both
 * read this, so that a value is one and the same in tables, pages, reports and comparisons.
 */
export interface OverProblems {
  /** The column that is averaged; `quick` is 1 where a problem was solved at step 5 or earlier. A problem without a value has no part. */
  value: string;
  /** Problems that have a part: `own` are those that no other kind tells, `outcomes` those of which nothing but the outcome is known, if all are. */
  among: "any" | "solved" | "own" | "outcomes";
  /** Wilson for shares of problems, Student's t for mean steps, a bootstrap for skewed and bounded shares. */
  interval: "wilson" | "t" | "bootstrap";
  /** The kind of evaluations whose page, run and comparison show it, in the order of the entries. */
  of: string;
  /** What n counts. */
  counts: string;
}

export type EvaluationMetric = MetricInfo & { over: OverProblems };
export type EvaluationMetricName = `eval/${string}`;

export const overProblems = (info: MetricInfo, over: OverProblems): EvaluationMetric => ({ ...info, over });

export const share = (title: string, definition: string): MetricInfo =>
  metric(title, "share", "higher", "evaluation", definition);

/** A kind of problems, told by what their rows have. Its first metric tells most, and is a share of problems. */
export interface EvaluationKind {
  id: string;
  /** Columns of which one is known where a problem is of this kind. */
  tells: readonly string[];
  /** Problems that took more than one step and that no other kind tells are of this one. */
  takesSteps?: true;
  /** The metric that says of each problem whether it was solved at all; absent: the first of the kind. */
  overall?: EvaluationMetricName;
  /** Its instances come in families, which are what is resampled. */
  inFamilies?: true;
}

/** What a failure is told by; elements are names. */
export interface JudgedEpisode {
  /** The kind of what was to be solved. */
  of: string;
  solved: boolean;
  /** Of a model that is repaired: whether it had no solution at the end. */
  infeasible?: boolean;
  steps: number;
  maxSteps: number;
  /** What the policy named or answered, as a list with its repeats. */
  named: readonly string[];
  /** What there was to name. */
  truth: ReadonlySet<string>;
}

/** A way in which an unsolved episode that was not out of steps went wrong. */
export interface FailureType {
  id: string;
  /** The kind of problems of which it is. */
  of: string;
  /** What is meant by it, for a table: "given up, and nothing named was a root". */
  meaning: string;
  is(episode: JudgedEpisode): boolean;
}

/** A column of the run table: the mean, lowest or highest of what the latest evaluation has in a column of its problems. */
export interface ProblemsColumn {
  id: string;
  title: string;
  /** Second line of its head: a unit. */
  sub: string;
  explanation: string;
  over: "mean" | "least" | "most";
  column: string;
}

/**
 * What a domain brings that is data, which pages, server and workers read. An entry of `PACKS` in `facts.ts`; what only some
 * pages load stands in lists of its own: `columns.ts`, `failures.ts`, `notes.ts`.
 */
export interface PackFacts {
  /** What is measured of one problem beside whether it is solved and in how many steps. */
  columns: readonly string[];
  kinds: readonly EvaluationKind[];
  evaluationMetrics: Readonly<Record<EvaluationMetricName, EvaluationMetric>>;
}
