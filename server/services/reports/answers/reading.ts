import { type EvaluationTotals, selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { type ProblemRow, selectProblemRows } from "#db/queries/reports.ts";
import type { AblationTable } from "../../../contracts/experiment.ts";
import type { ServiceContext } from "../../context.ts";
import { type Cell, experimentCells } from "../../experiments/cells.ts";
import { ablationTable } from "../../experiments/table.ts";
import type { SoundAnswer } from "../../../contracts/reports/report-answer.ts";

/** An answer with the digest of exactly the data it was computed from. */
export interface Answered<Answer extends SoundAnswer = SoundAnswer> {
  answer: Answer;
  digest: string;
}

/**
 * One reading of the store for one report: tables that many numbers use are computed once. Whoever reads in slices reads again
 * where something changed meanwhile.
 */
export interface Reading {
  ctx: ServiceContext;
  at: number;
  cells(experimentId: string): Cell[];
  table(experimentId: string): AblationTable;
  /** Evaluations of a run by train step, the final one last. */
  evaluations(runId: string): EvaluationTotals[];
  /** Per-problem rows of an evaluation with these columns; the same array for the same question. */
  rows(evaluationId: string, columns: readonly string[]): ProblemRow[];
}

function remembered<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key) as T;
  };
}

export function startReading(ctx: ServiceContext): Reading {
  const rows = remembered((key) => {
    const [evaluationId, ...columns] = key.split(" ");
    return selectProblemRows(ctx.db, evaluationId, columns);
  });
  return {
    ctx,
    at: ctx.now(),
    cells: remembered((id) => experimentCells(ctx, id).cells),
    table: remembered((id) => ablationTable(ctx, id)),
    evaluations: remembered((id) => selectEvaluationTotals(ctx.db, { runIds: [id], finalOnly: false })),
    rows: (evaluationId, columns) => rows([evaluationId, ...columns].join(" ")),
  };
}
