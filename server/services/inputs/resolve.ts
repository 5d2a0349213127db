import { selectRun, type RunRecord } from "#db/queries/runs.ts";
import type { Db } from "#db/client.ts";
import type { EvaluationRecord } from "#db/queries/evaluations.ts";
import {
  selectEvaluation,
  selectFinalEvaluation,
  selectLabelSetOfRun,
  selectRunInputs,
  type RunInputRecord,
} from "#db/queries/inputs.ts";

/** The evaluation an input stands for: the one it names, else the final one of its source. */
export function resolveEvaluation(
  db: Db,
  input: Pick<RunInputRecord, "fromRunId" | "evaluationId">,
): EvaluationRecord | undefined {
  return input.evaluationId === null
    ? selectFinalEvaluation(db, input.fromRunId)
    : selectEvaluation(db, input.evaluationId);
}

/** The evaluation that fills a slot of a run. */
export function inputEvaluation(db: Db, runId: string, slot: string): EvaluationRecord | undefined {
  const found = selectRunInputs(db, [runId]).find(({ input }) => input.slot === slot);
  return found && resolveEvaluation(db, found.input);
}

/** Runs whose problems a run reads: its own, and those of the evaluation its input is or was made from. */
export function problemRuns(db: Db, run: RunRecord): RunRecord[] {
  const behind = selectRunInputs(db, [run.id]).flatMap(({ input }): RunRecord[] => {
    if (input.kind === "evaluation") return runOf(db, resolveEvaluation(db, input)?.runId);
    if (input.kind !== "labels") return [];
    const labelled = selectLabelSetOfRun(db, input.fromRunId)?.evaluationId;
    return runOf(db, labelled === undefined ? undefined : selectEvaluation(db, labelled)?.runId);
  });
  return [run, ...behind];
}

function runOf(db: Db, id: string | undefined): RunRecord[] {
  const run = id === undefined ? undefined : selectRun(db, id);
  return run ? [run] : [];
}
