import { PACKS } from "../../../packs/facts.ts";
import {
  type EvaluationKind,
  type EvaluationMetric,
  type EvaluationMetricName,
  overProblems,
  type OverProblems,
  share,
} from "../../../packs/pack.ts";

export type { EvaluationMetricName, OverProblems };

/** Of which nothing but the outcome is known. */
const ANSWERS: EvaluationKind = { id: "answers", tells: [] };

export const KINDS: readonly EvaluationKind[] = [...PACKS.flatMap(({ kinds }) => kinds), ANSWERS];

/** The kind of an id; answers where no installed pack has it. */
export const kindById = (id: string): EvaluationKind => KINDS.find((kind) => kind.id === id) ?? ANSWERS;

/** Kinds that a column of their problems tells, those that only take steps behind the others. */
export const TOLD_KINDS: readonly EvaluationKind[] = KINDS.filter(
  ({ tells, takesSteps }) => tells.length > 0 && !takesSteps,
);
/** Ids of the kinds, those that a column tells first: what has such a column is of that kind whatever else it has. */
export const EVALUATION_KINDS: readonly string[] = [...TOLD_KINDS.map(({ id }) => id), ANSWERS.id];
/** The kind of what took several steps and is of no other kind. */
export const KIND_OF_STEPS: EvaluationKind = KINDS.find(({ takesSteps }) => takesSteps) ?? ANSWERS;

export const isInFamilies = (kind: string): boolean => kindById(kind).inFamilies === true;

/** Whether a metric is measured on what comes in families. */
export const comesInFamilies = (name: EvaluationMetricName): boolean => isInFamilies(overProblemsOf(name).of);

/** The metrics that are measured on problems, one value per problem: an entry of a pack is all that a new one needs. */
export const EVALUATION_METRICS: Readonly<Record<EvaluationMetricName, EvaluationMetric>> = {
  ...PACKS.map(({ evaluationMetrics }) => evaluationMetrics).reduce((all, own) => ({ ...all, ...own }), {}),
  "eval/answers": overProblems(
    share("Solved", "share of the measured problems that were solved, as the client said of each"),
    {
      value: "solved",
      among: "outcomes",
      interval: "wilson",
      of: "answers",
      counts: "problems",
    },
  ),
};

/** Their names, in the order of the entries. */
export const EVALUATION_METRIC_NAMES = Object.keys(EVALUATION_METRICS) as EvaluationMetricName[];

/** How a metric follows from the rows of problems. */
export const overProblemsOf = (name: EvaluationMetricName): OverProblems => EVALUATION_METRICS[name].over;

/** The metrics of one kind of evaluations, in the order of the entries. */
export const metricsOfKind = (kind: string): EvaluationMetricName[] =>
  EVALUATION_METRIC_NAMES.filter((name) => overProblemsOf(name).of === kind);

/** The metric that tells most of an evaluation: the first of its kind. */
export const leadOf = (kind: string): EvaluationMetricName => metricsOfKind(kind)[0];

/** The metric that says of each problem of a kind whether it was solved at all. */
export const overallOf = (kind: string): EvaluationMetricName => kindById(kind).overall ?? leadOf(kind);

/** The metrics that say of each problem of a kind whether it was solved at all. */
export const OVERALL_METRICS: readonly EvaluationMetricName[] = [
  ...new Set(KINDS.map(({ id }) => overallOf(id))),
];

/** What tells most of the evaluations of each kind. */
export const LEAD_METRICS: readonly EvaluationMetricName[] = KINDS.flatMap(
  ({ id }) => metricsOfKind(id)[0] ?? [],
);

/** Whether a metric is a share of problems that are each counted or not, so that it has hits of n. */
export const isShareOfProblems = (name: string): name is EvaluationMetricName =>
  isEvaluationMetric(name) && overProblemsOf(name).interval === "wilson";

/** Whether a metric is one that evaluations give; another whose name begins like theirs is not. */
export const isEvaluationMetric = (name: string): name is EvaluationMetricName =>
  Object.hasOwn(EVALUATION_METRICS, name);
