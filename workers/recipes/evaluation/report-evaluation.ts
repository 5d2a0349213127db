import type { Problem } from "../../lab/env/problem.ts";
import type { TrainContext } from "../recipe.ts";
import type { Reporter, Values } from "../reporter.ts";
import {
  confirmIntegers,
  episodesEvents,
  evaluationEvent,
  evaluationValues,
  type Measured,
  type Measurement,
  measure,
} from "./measure.ts";

/**
 * Measures who is asked, emits the evaluation and returns its metrics. A final one comes with its episodes, step by step, and
 * with the judgement of HiGHS on repaired integer models.
 */
export async function reportEvaluation(
  { emit, log, shouldStop }: TrainContext,
  reporter: Reporter,
  by: Measured,
  problems: readonly Problem[],
  how: Measurement,
  facts: { step: number; final: boolean; populationHash: string },
): Promise<Values> {
  const { step, final } = facts;
  const episodes = measure(by, problems, how);
  const confirmed = final ? await confirmIntegers(episodes, how, shouldStop) : [];
  const event = evaluationEvent(episodes, { at: Date.now(), ...facts }, how, confirmed);
  emit(event);
  if (final) for (const part of episodesEvents(episodes, { at: Date.now(), key: event.key })) emit(part);
  const refuted = confirmed.filter((answer) => answer === false).length;
  if (refuted > 0) {
    const asked = confirmed.filter((answer) => answer !== null).length;
    reporter.note(
      "caution",
      `${refuted} of ${asked} repaired integer models have no integer solution: HiGHS disagrees with the relaxation there.`,
    );
  }
  const values = evaluationValues(event.rows);
  log(
    `eval at step ${step}: RR@5 ${(values["eval/rr_at_5"] ?? 0).toFixed(3)} RR ${(values["eval/rr"] ?? 0).toFixed(3)} of ${event.rows.length} problems`,
  );
  return values;
}
