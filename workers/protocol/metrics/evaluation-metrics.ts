import { metric, type MetricInfo } from "./metric-info.ts";

/** Longest episode that counts as quick: RR@5. */
export const SHORT_EPISODE = 5;

/** What is measured on one problem, as its row has it. */
export const PROBLEM_COLUMNS = [
  "solved",
  "steps",
  "op",
  "da",
  "clean",
  "passed",
  "passAt1",
  "passAt8",
] as const;
export type ProblemColumn = (typeof PROBLEM_COLUMNS)[number];

/** The row of a problem; flags are 0 and 1 or booleans. A column that was not read is not there. */
export type MeasuredProblem = Partial<Record<ProblemColumn, number | boolean | null>> & {
  /** Its kind; of a program, the family. */
  type?: string;
};

/** What problems were solved by: repairs step by step, programs, or answers of which nothing but the outcome is known. */
export type EvaluationKind = "repairs" | "programs" | "answers";

/**
 * How a metric follows from the rows of problems. TypeScript (`values-over-problems.ts`) and SQL (`db/queries/evaluation-metrics.ts`) both
 * read this, so that a value is one and the same in tables, pages, reports and comparisons.
 */
export interface OverProblems {
  /** The column that is averaged; `quick` is 1 where a problem was solved at step 5 or earlier. A problem without a value has no part. */
  value: ProblemColumn | "quick";
  /** Problems that have a part, by what else their row says; `bare`: none has, unless nothing but the outcome is known of all. */
  among: "any" | "solved" | "not programs" | "programs" | "bare";
  /** Wilson for shares of problems, Student's t for mean steps, a bootstrap for skewed and bounded shares. */
  interval: "wilson" | "t" | "bootstrap";
  /** The evaluations whose page, run and comparison show it, in the order of the entries. */
  of: EvaluationKind;
  /** What n counts. */
  counts: string;
}

const overProblems = <Info extends MetricInfo>(info: Info, over: OverProblems) => ({ ...info, over });

const share = (title: string, definition: string) =>
  metric(title, "share", "higher", "evaluation", definition);

/** The metrics that are measured on problems, one value per problem: an entry is all that a new one needs. */
export const EVALUATION_METRICS = {
  "eval/rr_at_5": overProblems(
    share(
      "RR@5",
      "share of the measured problems solved at step 5 or earlier, over all n problems; every action counts as a step",
    ),
    { value: "quick", among: "not programs", interval: "wilson", of: "repairs", counts: "problems" },
  ),
  "eval/rr": overProblems(share("RR", "share of the measured problems solved within the step limit"), {
    value: "solved",
    among: "not programs",
    interval: "wilson",
    of: "repairs",
    counts: "problems",
  }),
  "eval/da": overProblems(
    share(
      "DA",
      "da.root: share of a problem's faults with at least one accepted element among the DIAGNOSE actions, mean over problems whose injected faults are known",
    ),
    { value: "da", among: "any", interval: "bootstrap", of: "repairs", counts: "problems with known faults" },
  ),
  "eval/op": overProblems(
    share("OP", "optimality preservation max(0, 1 - |z - z0| / max(|z0|, 1e-9)), mean over solved problems"),
    { value: "op", among: "solved", interval: "bootstrap", of: "repairs", counts: "solved problems" },
  ),
  "eval/clean": overProblems(
    share(
      "Clean",
      "share of problems that are solved with OP of at least 0.95 and without dropping an innocent row, over problems whose injected rows are known",
    ),
    {
      value: "clean",
      among: "any",
      interval: "wilson",
      of: "repairs",
      counts: "problems with known injection",
    },
  ),
  "eval/steps": overProblems(
    metric(
      "Steps",
      "steps",
      "lower",
      "evaluation",
      "mean number of steps over all episodes, solved or not; every action counts",
    ),
    { value: "steps", among: "not programs", interval: "t", of: "repairs", counts: "episodes" },
  ),
  "eval/solved": overProblems(
    share(
      "Solved",
      "share of the measured problems whose program passes every hidden case within its limits",
    ),
    { value: "solved", among: "programs", interval: "wilson", of: "programs", counts: "problems" },
  ),
  "eval/passed_share": overProblems(
    share(
      "Cases passed",
      "share of a problem's hidden cases that its program passes, 0 for one that a limit ended, mean over problems",
    ),
    { value: "passed", among: "any", interval: "bootstrap", of: "programs", counts: "problems" },
  ),
  "eval/pass_at_1": overProblems(
    share(
      "pass@1",
      "chance that one sampled program is right, from the n programs sampled for a problem, c / n, mean over problems",
    ),
    { value: "passAt1", among: "any", interval: "bootstrap", of: "programs", counts: "problems" },
  ),
  "eval/pass_at_8": overProblems(
    share(
      "pass@8",
      "chance that at least one of 8 sampled programs is right, 1 - C(n - c, 8) / C(n, 8) from the n sampled for a problem, mean over problems",
    ),
    { value: "passAt8", among: "any", interval: "bootstrap", of: "programs", counts: "problems" },
  ),
  "eval/answers": overProblems(
    share("Solved", "share of the measured problems that were solved, as the client said of each"),
    { value: "solved", among: "bare", interval: "wilson", of: "answers", counts: "problems" },
  ),
} as const satisfies Record<string, MetricInfo & { over: OverProblems }>;

/** The built-in metrics that are measured on problems. */
export type EvaluationMetricName = keyof typeof EVALUATION_METRICS;

/** Their names, in the order of the entries. */
export const EVALUATION_METRIC_NAMES = Object.keys(EVALUATION_METRICS) as EvaluationMetricName[];

/** How a metric follows from the rows of problems. */
export const overProblemsOf = (name: EvaluationMetricName): OverProblems => EVALUATION_METRICS[name].over;

/** The metrics of one kind of evaluations, in the order of the entries. */
export const metricsOfKind = (kind: EvaluationKind): EvaluationMetricName[] =>
  EVALUATION_METRIC_NAMES.filter((name) => overProblemsOf(name).of === kind);

/** The metric that tells most of an evaluation: the first of its kind. */
export const leadOf = (kind: EvaluationKind): EvaluationMetricName => metricsOfKind(kind)[0];

/** Whether a metric is a share of problems that are each counted or not, so that it has hits of n. */
export const isShareOfProblems = (name: string): name is EvaluationMetricName =>
  isEvaluationMetric(name) && overProblemsOf(name).interval === "wilson";

/** Whether a metric is one that evaluations give; another whose name begins like theirs is not. */
export const isEvaluationMetric = (name: string): name is EvaluationMetricName =>
  Object.hasOwn(EVALUATION_METRICS, name);

/** The columns that are empty where nothing but the outcome of a problem is known. */
export const BEYOND_THE_OUTCOME = ["passed", "da", "op", "clean"] as const satisfies ProblemColumn[];
/** Steps of an answer of which nothing else is known. */
export const STEPS_OF_AN_ANSWER = 1;
