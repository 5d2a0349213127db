import {
  curvesOf,
  EVALUATION_KINDS,
  KIND_OF_STEPS,
  leadOf,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";

/** What of evaluations the page of an experiment draws along training: of the kind whose lead is among its metrics. */
export const alongTraining = (metrics: readonly string[]): string[] => [
  ...curvesOf(EVALUATION_KINDS.find((kind) => metrics.includes(leadOf(kind))) ?? KIND_OF_STEPS.id),
];
