import type { Db } from "#db/client.ts";
import { selectFailureReport } from "#db/queries/failures.ts";
import { selectEvaluation } from "#db/queries/inputs.ts";
import { selectRun } from "#db/queries/runs.ts";
import { PROBLEM_PARAMS } from "../../../workers/protocol/problems/problem-params.ts";
import type { FailureView } from "../../contracts/rollouts/failures.ts";

/** What a run found in the episodes it was given; null for a run that looked at none, or has not said yet. */
export function failureView(db: Db, runId: string): FailureView | null {
  const found = selectFailureReport(db, runId);
  const evaluation = found && selectEvaluation(db, found.evaluationId);
  const source = evaluation && selectRun(db, evaluation.runId);
  if (!found || !source) return null;
  return {
    evaluationId: found.evaluationId,
    source: { id: source.id, name: source.name },
    problems: Object.fromEntries(
      Object.entries(source.params).filter(([name]) => PROBLEM_PARAMS.includes(name)),
    ),
    report: found.report,
  };
}
