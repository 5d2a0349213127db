import { EXPERIMENT_CURVES } from "../../../packs/notes.ts";
import {
  EVALUATION_KINDS,
  KIND_OF_STEPS,
  leadOf,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";

/** What of evaluations the page of an experiment draws along training: of the kind whose lead is among its metrics. */
export function alongTraining(metrics: readonly string[]): string[] {
  const kind = EVALUATION_KINDS.find((one) => metrics.includes(leadOf(one))) ?? KIND_OF_STEPS.id;
  return [...(EXPERIMENT_CURVES[kind] ?? [leadOf(kind)])];
}
