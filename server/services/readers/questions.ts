import type { ServiceContext } from "../context.ts";
import { listExperiments } from "../experiments/list.ts";
import { readPage } from "../reading/runs.ts";
import { runColumns } from "../run-table/columns.ts";
import { runTableCurves } from "../run-table/curves.ts";
import { matchingRuns } from "../run-table/matching.ts";
import { shownAttempts } from "../run-table/checks.ts";
import { arrangedTable, runTableCells } from "../run-table/table.ts";
import { curveRuns } from "../views/curve-runs.ts";
import { sweepImportance } from "../views/importance.ts";
import { runValues } from "../views/run-values.ts";

/** Questions over all runs. They only read, and nothing of this process but the database decides what they say. */
export const QUESTIONS = {
  "experiments.list": listExperiments,
  "reading.page": readPage,
  "runs.table": arrangedTable,
  "runs.cells": runTableCells,
  "runs.shown": shownAttempts,
  "runs.curves": runTableCurves,
  "runs.columns": runColumns,
  "runs.matching": matchingRuns,
  "views.curves": curveRuns,
  "views.values": runValues,
  "views.importance": sweepImportance,
};

/** The work of a question by its name. Throws where it has none. */
export function workOf(name: string): (ctx: ServiceContext, input: unknown) => unknown {
  if (!Object.hasOwn(QUESTIONS, name)) throw new Error(`no question is called ${name}`);
  return QUESTIONS[name as keyof typeof QUESTIONS] as (ctx: ServiceContext, input: unknown) => unknown;
}
