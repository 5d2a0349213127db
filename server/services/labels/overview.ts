import type { LabelSetInfo, PrmModel, PrmOverview } from "../../contracts/prm.ts";
import type { ServiceContext } from "../context.ts";
import { listLabelSets } from "./list.ts";
import { selectLabelSetOfRun, selectRunInputs } from "#db/queries/inputs.ts";
import { selectPrmReports } from "#db/queries/labels.ts";
import { judgePrm } from "./judge-prm.ts";

/** Trained process reward models, newest first, with what they were trained on. `sets` are all known label sets. */
function listPrmModels(ctx: ServiceContext, sets: LabelSetInfo[]): PrmModel[] {
  const rows = selectPrmReports(ctx.db);
  const bySet = new Map(sets.map((set) => [set.id, set]));
  const inputs = selectRunInputs(ctx.db, [...new Set(rows.map((row) => row.report.runId))]).filter(
    ({ input }) => input.kind === "labels",
  );
  const labelsOf = new Map(inputs.map(({ input }) => [input.runId, input]));
  return rows.map(({ report, run, experiment }) => {
    const input = labelsOf.get(report.runId);
    const set = input && selectLabelSetOfRun(ctx.db, input.fromRunId);
    return {
      run: { id: report.runId, name: run.name, state: run.state },
      experiment,
      at: report.at,
      report: report.report,
      trainedOn: (set && bySet.get(set.id)) ?? null,
      labelsFrom: input?.fromName ?? null,
      ...judgePrm(report.report),
    };
  });
}

/** Label sets and trained models, newest first. */
export function prmOverview(ctx: ServiceContext): PrmOverview {
  const sets = listLabelSets(ctx);
  return { sets, models: listPrmModels(ctx, sets), asOf: ctx.now() };
}
