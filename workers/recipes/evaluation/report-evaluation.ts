import type { Problem } from "../../lab/env/problem.ts";
import { meansOver } from "../../protocol/metrics/values-over-problems.ts";
import type { TrainContext } from "../recipe.ts";
import type { Reporter, Values } from "../reporter.ts";
import {
  confirmIntegers,
  episodesEvents,
  evaluationEvent,
  type Measured,
  type Measurement,
  measure,
} from "./measure.ts";

/** As training episodes are played. */
const SAMPLED = 1;

/**
 * Measures who is asked, emits the evaluation and returns its metrics. A final one comes with its episodes, step by step, and
 * with the judgement of HiGHS on repaired integer models. A greedy one at the end of a training comes after the same policy sampled
 * on the same problems: what differs between the two was not learnt.
 */
export async function reportEvaluation(
  { emit, log, shouldStop }: TrainContext,
  reporter: Reporter,
  by: Measured,
  problems: readonly Problem[],
  how: Measurement,
  facts: { step: number; final: boolean; populationHash: string; alone?: true },
): Promise<Values> {
  const { alone, ...measured } = facts;
  const { step, final } = facts;
  if (final && !alone && typeof by !== "string" && how.temperature === 0) {
    const sampled = { ...how, temperature: SAMPLED };
    const beside = { at: Date.now(), ...measured, final: false };
    emit(evaluationEvent(measure(by, problems, sampled), beside, sampled));
  }
  const episodes = measure(by, problems, how);
  const confirmed = final ? await confirmIntegers(episodes, how, shouldStop) : [];
  const event = evaluationEvent(episodes, { at: Date.now(), ...measured }, how, confirmed);
  emit(event);
  if (final) for (const part of episodesEvents(episodes, { at: Date.now(), key: event.key })) emit(part);
  const refuted = confirmed.filter((answer) => answer === false).length;
  if (refuted > 0) {
    const asked = confirmed.filter((answer) => answer !== null).length;
    reporter.note(
      "warning",
      `${refuted} of ${asked} repaired integer models have no integer solution: HiGHS disagrees with the relaxation there.`,
    );
  }
  const values = meansOver("repairs", event.rows);
  log(
    `eval at step ${step}: RR@5 ${(values["eval/rr_at_5"] ?? 0).toFixed(3)} RR ${(values["eval/rr"] ?? 0).toFixed(3)} of ${event.rows.length} problems`,
  );
  return values;
}
