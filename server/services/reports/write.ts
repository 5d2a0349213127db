import { selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import { selectMetricNames } from "#db/queries/views.ts";
import { selectLabelSetsOfExperiment } from "#db/queries/labels.ts";
import type { AblationTable } from "../../contracts/experiment.ts";
import { REPORT_TITLE, type SavedReport, type WriteReportInput } from "../../contracts/reports/report.ts";
import { visibleName } from "../../contracts/visible-name.ts";
import { ServiceError } from "../../errors.ts";
import { EXTERNAL_RECIPE } from "../../contracts/external/status-source.ts";
import { NO_RESULT } from "../../wording/claims.ts";
import type { ServiceContext } from "../context.ts";
import { ablationTable } from "../experiments/table.ts";
import { recipeOf } from "../recipes/book.ts";
import { createReport } from "./create.ts";
import { ablationTemplate, externalTemplate } from "./templates/ablation.ts";
import { startAndEnd } from "./answers/start-and-end.ts";
import { sftVsRlTemplate, trainedRows } from "./templates/sft-vs-rl.ts";

/** Whether any trained run of the table was measured before its training as it was at its end. */
function hasPairs(ctx: ServiceContext, table: AblationTable): boolean {
  const runIds = trainedRows(table).flatMap((row) => row.bySeed["reward/raw"].map((s) => s.runId));
  const all = selectEvaluationTotals(ctx.db, { runIds, finalOnly: false });
  return [...Map.groupBy(all, (t) => t.evaluation.runId).values()].some((own) => startAndEnd(own) !== null);
}

function ablationReport(ctx: ServiceContext, table: AblationTable): string {
  const plan = selectExperiment(ctx.db, table.experimentId)?.plan;
  if (plan?.recipe === EXTERNAL_RECIPE) return externalTemplate(table);
  const runs = selectRunsByExperiment(ctx.db, table.experimentId);
  const manifest = runs[0] && recipeOf(ctx.db, runs[0]);
  const sent = selectMetricNames(
    ctx.db,
    runs.map(({ id }) => id),
  );
  // What a recipe of our own will measure is known before; a script names what it makes its table of.
  return ablationTemplate(table, new Set(manifest?.script ? sent : [...sent, ...(manifest?.metrics ?? [])]));
}

/** Writes a report of an experiment from a template: words that hold for any result, and queries in place of numbers. */
export function writeReport(ctx: ServiceContext, input: WriteReportInput): SavedReport {
  const table = ablationTable(ctx, input.experimentId);
  if (table.rows.length > 0 && table.columns.length === 0)
    throw new ServiceError(
      "conflict",
      `There is nothing to write about: ${NO_RESULT}. Choose some on the page of the experiment, under Configurations.`,
    );
  if (table.rows.length === 0)
    throw new ServiceError(
      "conflict",
      "This experiment has no runs to write about. Launch some, and write when they have finished.",
    );
  const markdown =
    input.template === "ablation"
      ? ablationReport(ctx, table)
      : sftVsRlTemplate(table, hasPairs(ctx, table), selectLabelSetsOfExperiment(ctx.db, input.experimentId));
  const title = input.template === "ablation" ? table.title : `${table.title}: SFT start and RL`;
  return createReport(ctx, {
    // The title of an experiment from before may hold what is not seen, and a cut may halve a character.
    title: visibleName(title)
      .slice(0, REPORT_TITLE.most)
      .replace(/[\ud800-\udbff]$/, ""),
    markdown,
    experimentId: input.experimentId,
  });
}
