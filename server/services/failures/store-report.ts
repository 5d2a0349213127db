import type { AttemptRecord } from "#db/queries/attempts.ts";
import { upsertFailureReport } from "#db/queries/failures.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { FailuresEvent } from "../../../workers/protocol/failures.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import type { WriteScope } from "../context.ts";
import { inputEvaluation } from "../inputs/resolve.ts";

/** The input slot of a run that looks at failures. */
const EPISODES_SLOT = "episodes";

/** Stores what a run found in the episodes of the evaluation it was given. */
export function storeFailureReport(
  scope: WriteScope,
  run: RunRecord,
  attempt: AttemptRecord,
  { at, report }: FailuresEvent,
): void {
  const evaluation = inputEvaluation(scope.db, run.id, EPISODES_SLOT);
  if (!evaluation)
    throw new ServiceError(
      "invalid",
      `A report on failures arrived, but the slot "${EPISODES_SLOT}" of run ${run.name} names no stored evaluation.`,
    );
  upsertFailureReport(scope.db, {
    attemptId: attempt.id,
    runId: run.id,
    evaluationId: evaluation.id,
    report,
    at,
  });
  scope.touch(topics.experiment(run.experimentId), topics.runs);
}
