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
 * How a metric follows from the rows of problems. TypeScript (`valuesOver`) and SQL (`db/queries/evaluation-metrics.ts`) both
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

const known = (value: number | boolean | null | undefined): value is number | boolean =>
  value !== null && value !== undefined;

/** Is nothing known of the problem but whether it is solved? */
const isBare = (problem: MeasuredProblem): boolean =>
  BEYOND_THE_OUTCOME.every((column) => !known(problem[column])) &&
  Number(problem.steps ?? 0) <= STEPS_OF_AN_ANSWER;

/** What problems were solved by, as their rows tell. */
export function kindOfProblems(problems: readonly MeasuredProblem[]): EvaluationKind {
  if (problems.some(({ passed }) => known(passed))) return "programs";
  return problems.length > 0 && problems.every(isBare) ? "answers" : "repairs";
}

/** Columns that the value of a metric is read from. */
export function columnsOf(name: EvaluationMetricName): ProblemColumn[] {
  const { value, among } = overProblemsOf(name);
  const own: ProblemColumn[] = value === "quick" ? ["solved", "steps"] : [value];
  const others: Record<OverProblems["among"], readonly ProblemColumn[]> = {
    any: [],
    solved: ["solved"],
    "not programs": ["passed"],
    programs: ["passed"],
    bare: [...BEYOND_THE_OUTCOME, "steps"],
  };
  return [...new Set([...own, ...others[among]])];
}

function hasPart(problem: MeasuredProblem, among: OverProblems["among"]): boolean {
  if (among === "solved") return Number(problem.solved) === 1;
  if (among === "not programs") return !known(problem.passed);
  if (among === "programs") return known(problem.passed);
  return among === "any" || isBare(problem);
}

/** The value of a metric on one problem; null where it is not defined there. Shares of problems give 0 or 1. */
export function valueOn(name: EvaluationMetricName, problem: MeasuredProblem): number | null {
  const { value, among } = overProblemsOf(name);
  if (!hasPart(problem, among)) return null;
  if (value === "quick")
    return Number(Number(problem.solved) === 1 && Number(problem.steps ?? Infinity) <= SHORT_EPISODE);
  const own = problem[value];
  return known(own) ? Number(own) : null;
}

/** The problems of one evaluation that a metric is defined on, with its value. */
export function valuesOver<Problem extends MeasuredProblem>(
  name: EvaluationMetricName,
  problems: readonly Problem[],
): { problem: Problem; value: number }[] {
  if (overProblemsOf(name).among === "bare" && !problems.every(isBare)) return [];
  return problems.flatMap((problem) => {
    const value = valueOn(name, problem);
    return value === null ? [] : [{ problem, value }];
  });
}

/** What each metric of a kind is over the problems of one evaluation: its mean. One that is defined on none is left out, not 0. */
export function meansOver<Problem extends MeasuredProblem>(
  kind: EvaluationKind,
  problems: readonly Problem[],
): Partial<Record<EvaluationMetricName, number>> {
  return Object.fromEntries(
    metricsOfKind(kind).flatMap((name) => {
      const values = valuesOver(name, problems).map(({ value }) => value);
      return values.length === 0 ? [] : [[name, values.reduce((sum, one) => sum + one, 0) / values.length]];
    }),
  );
}
