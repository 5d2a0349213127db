import type { EvaluationTotals } from "#db/queries/evaluations.ts";
import { isDefinedByProtocol } from "../../../contracts/metrics.ts";
import type { ValueOnRecord } from "../../../contracts/on-record.ts";
import { type Apart, whyApart } from "../../../checks/judge.ts";
import { runProtocols } from "../../comparability/logged-protocols.ts";
import { madeEvaluation, wayReader } from "../../comparability/ways.ts";
import type { Reading } from "./reading.ts";

/** How one policy was measured, at its start and at its end, as far as the judgement asks. */
export function measuredAt(
  { ctx }: Reading,
  runId: string,
  evaluations: readonly EvaluationTotals[],
): ValueOnRecord {
  const read = wayReader(ctx.db);
  return {
    runId,
    reward: null,
    ways: [...new Set(evaluations.map((one) => read(madeEvaluation(one))))],
    statedProblems: null,
    runProtocol: runProtocols(ctx.db, [runId])(runId),
    unrecorded: false,
    trainSteps: [],
    startWeights: [],
    seenNames: [],
  };
}

/**
 * Why policies were not all measured alike, in the words of the judgement, asked of the metric among `metrics` that most has
 * to agree for; null where they were. `measured` is one for each policy, by the ways of its start and its end.
 */
export function whyMeasuredApart(
  measured: readonly ValueOnRecord[],
  metrics: readonly string[],
): Apart | null {
  const strictest = metrics.find(isDefinedByProtocol) ?? "eval/rr";
  const sides = measured.map((one) => ({ name: one.runId, of: [one] }));
  return whyApart(strictest, sides);
}
