import {
  type EvaluationMetricName,
  KIND_OF_STEPS,
  metricsOfKind,
  overProblemsOf,
  TOLD_KINDS,
} from "./evaluation-metrics.ts";
import {
  BEYOND_THE_OUTCOME,
  type MeasuredProblem,
  SHORT_EPISODE,
  STEPS_OF_AN_ANSWER,
  tellingColumns,
} from "./problem-columns.ts";

/** What the row of a problem has in a column; undefined where it was not read. */
const cell = (problem: MeasuredProblem, column: string) =>
  (problem as Readonly<Record<string, number | boolean | null | undefined>>)[column];

const isKnown = (problem: MeasuredProblem, column: string): boolean =>
  cell(problem, column) !== null && cell(problem, column) !== undefined;

/** Is nothing known of the problem but whether it is solved? */
const isBare = (problem: MeasuredProblem): boolean =>
  !BEYOND_THE_OUTCOME.some((column) => isKnown(problem, column)) &&
  (problem.steps ?? 0) <= STEPS_OF_AN_ANSWER;

/** The kind of what problems were solved by, as their rows tell. */
export function kindOfProblems(problems: readonly MeasuredProblem[]): string {
  const told = TOLD_KINDS.find(({ tells }) =>
    problems.some((problem) => tells.some((column) => isKnown(problem, column))),
  );
  if (told) return told.id;
  return problems.length > 0 && problems.every(isBare) ? "answers" : KIND_OF_STEPS.id;
}

/** Columns that the value of a metric is read from. */
export function columnsOf(name: EvaluationMetricName): string[] {
  const { value, among } = overProblemsOf(name);
  const own = value === "quick" ? ["solved", "steps"] : [value];
  const others = {
    any: [],
    solved: ["solved"],
    own: tellingColumns(name).columns,
    outcomes: [...BEYOND_THE_OUTCOME, "steps"],
  };
  return [...new Set([...own, ...others[among]])];
}

function hasPart(name: EvaluationMetricName, problem: MeasuredProblem): boolean {
  const { among } = overProblemsOf(name);
  if (among === "solved") return Number(problem.solved) === 1;
  if (among !== "own") return among === "any" || isBare(problem);
  const { columns, known } = tellingColumns(name);
  return columns.some((column) => isKnown(problem, column)) === known;
}

/** The value of a metric on one problem; null where it is not defined there. Shares of problems give 0 or 1. */
export function valueOn(name: EvaluationMetricName, problem: MeasuredProblem): number | null {
  const { value } = overProblemsOf(name);
  if (!hasPart(name, problem)) return null;
  if (value === "quick")
    return Number(Number(problem.solved) === 1 && (problem.steps ?? Infinity) <= SHORT_EPISODE);
  return isKnown(problem, value) ? Number(cell(problem, value)) : null;
}

/** The problems of one evaluation that a metric is defined on, with its value. */
export function valuesOver<Problem extends MeasuredProblem>(
  name: EvaluationMetricName,
  problems: readonly Problem[],
): { problem: Problem; value: number }[] {
  if (overProblemsOf(name).among === "outcomes" && !problems.every(isBare)) return [];
  return problems.flatMap((problem) => {
    const value = valueOn(name, problem);
    return value === null ? [] : [{ problem, value }];
  });
}

/** What each metric of a kind is over the problems of one evaluation: its mean. One that is defined on none is left out, not 0. */
export function meansOver<Problem extends MeasuredProblem>(
  kind: string,
  problems: readonly Problem[],
): Record<EvaluationMetricName, number> {
  return Object.fromEntries(
    metricsOfKind(kind).flatMap((name) => {
      const values = valuesOver(name, problems).map(({ value }) => value);
      return values.length === 0 ? [] : [[name, values.reduce((sum, one) => sum + one, 0) / values.length]];
    }),
  );
}
