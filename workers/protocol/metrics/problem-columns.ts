import { PACKS } from "../../../packs/facts.ts";
import {
  type EvaluationMetricName,
  kindById,
  KIND_OF_STEPS,
  KINDS,
  overProblemsOf,
  TOLD_KINDS,
} from "./evaluation-metrics.ts";

/** Longest episode that counts as quick. */
export const SHORT_EPISODE = 5;

/** What is measured on one problem, as its row has it: what packs add to whether it is solved and in how many steps. */
export const PROBLEM_COLUMNS: readonly string[] = [
  "solved",
  "steps",
  ...PACKS.flatMap(({ columns }) => columns),
];

/** The row of a problem; flags are 0 and 1 or booleans. A column that was not read is not there. */
export interface MeasuredProblem {
  /** Its kind; of a program, the family. */
  type?: string;
  solved?: number | boolean | null;
  steps?: number | null;
}

/** The columns that tell a problem whose instances come in families. */
export const FAMILY_COLUMNS: ReadonlySet<string> = new Set(
  KINDS.filter(({ inFamilies }) => inFamilies).flatMap(({ tells }) => tells),
);

/** The columns by which a problem is of a metric's own kind: one of them is `known`, or none is, since no other kind tells it. */
export function tellingColumns(name: EvaluationMetricName): { columns: readonly string[]; known: boolean } {
  const own = kindById(overProblemsOf(name).of);
  return own === KIND_OF_STEPS
    ? { columns: TOLD_KINDS.flatMap(({ tells }) => tells), known: false }
    : { columns: own.tells, known: true };
}

/** The columns that are empty where nothing but the outcome of a problem is known. */
export const BEYOND_THE_OUTCOME: readonly string[] = KINDS.flatMap(({ tells }) => tells);
/** Steps of an answer of which nothing else is known. */
export const STEPS_OF_AN_ANSWER = 1;
