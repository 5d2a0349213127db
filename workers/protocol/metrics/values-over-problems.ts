import {
  BEYOND_THE_OUTCOME,
  type EvaluationKind,
  type EvaluationMetricName,
  type MeasuredProblem,
  metricsOfKind,
  type OverProblems,
  overProblemsOf,
  type ProblemColumn,
  SHORT_EPISODE,
  STEPS_OF_AN_ANSWER,
} from "./evaluation-metrics.ts";

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
