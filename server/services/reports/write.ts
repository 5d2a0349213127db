import { type EvaluationTotals, selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import { selectMetricNames } from "#db/queries/views.ts";
import { selectLabelSetsOfExperiment } from "#db/queries/labels.ts";
import type { AblationTable } from "../../contracts/experiment.ts";
import type { ValueOnRecord } from "../../contracts/on-record.ts";
import { REPORT_TITLE, type SavedReport, type WriteReportInput } from "../../contracts/reports/report.ts";
import { visibleName } from "../../contracts/visible-name.ts";
import { ServiceError } from "../../errors.ts";
import { OUTSIDE_RECIPE } from "../../contracts/outside/basis.ts";
import { NO_RESULT } from "../../wording/claims.ts";
import type { ServiceContext } from "../context.ts";
import { ablationTable } from "../experiments/table.ts";
import { madeEvaluation, wayReader } from "../judgement/ways.ts";
import { recipeOf } from "../recipes/book.ts";
import { createReport } from "./create.ts";
import { ablationTemplate, outsideTemplate } from "./templates/ablation.ts";
import { sftVsRlTemplate, trainedRows, type StartAndEnd } from "./templates/sft-vs-rl.ts";

/** The first evaluation that was made as the final one was, and the final one. */
function firstAndFinal(
  all: readonly EvaluationTotals[],
): [EvaluationTotals | undefined, EvaluationTotals | undefined] {
  const end = all.findLast((t) => t.evaluation.final);
  return [all.find((t) => t.evaluation.protocolHash === end?.evaluation.protocolHash), end];
}

/** For each configuration the first and the final evaluation of its first seed that has both. */
function startsAndEnds(ctx: ServiceContext, table: AblationTable): StartAndEnd[] {
  return table.rows.flatMap((row): StartAndEnd[] => {
    const bySeed = row.bySeed[table.columns[0]?.metric ?? ""] ?? [];
    for (const { seed, runId } of bySeed) {
      const [start, end] = firstAndFinal(
        selectEvaluationTotals(ctx.db, { runIds: [runId], finalOnly: false }),
      );
      if (start && end && start.evaluation.id !== end.evaluation.id)
        return [
          { config: `${row.config}, seed ${seed}`, start: start.evaluation.id, end: end.evaluation.id },
        ];
    }
    return [];
  });
}

/** How every trained run that counts was measured at its start and at its end, as far as the judgement asks. */
function measuredOf(ctx: ServiceContext, table: AblationTable): ValueOnRecord[] {
  const runIds = trainedRows(table).flatMap((row) => row.bySeed["reward/raw"].map((s) => s.runId));
  const byRun = Map.groupBy(
    selectEvaluationTotals(ctx.db, { runIds, finalOnly: false }),
    (t) => t.evaluation.runId,
  );
  const read = wayReader(ctx.db);
  return [...byRun].map(([runId, all]) => {
    const ends = firstAndFinal(all).flatMap((t) => t ?? []);
    const ways = [...new Set(ends.map((t) => read(madeEvaluation(t))))];
    return {
      runId,
      reward: null,
      ways,
      statedProblems: null,
      unrecorded: false,
      trainSteps: [],
      startWeights: [],
      seenNames: [],
    };
  });
}

function ablationReport(ctx: ServiceContext, table: AblationTable): string {
  const plan = selectExperiment(ctx.db, table.experimentId)?.plan;
  if (plan?.recipe === OUTSIDE_RECIPE) return outsideTemplate(table);
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
      : sftVsRlTemplate(
          table,
          startsAndEnds(ctx, table),
          selectLabelSetsOfExperiment(ctx.db, input.experimentId),
          measuredOf(ctx, table),
        );
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
