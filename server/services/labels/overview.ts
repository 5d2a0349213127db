import type { LabelSetInfo, PrmModel, PrmOverview } from "../../../packs/repair/contracts/prm.ts";
import type { LabelRules } from "../../contracts/label-rule.ts";
import type { ServiceContext } from "../context.ts";
import { selectLabelSetOfRun, selectRunInputs } from "#db/queries/inputs.ts";
import { countLabels, selectLabelSets, selectPrmReports } from "#db/queries/labels.ts";
import { rankingWords, ranksPoorly } from "../../checks/prm-ranking.ts";
import { scopeId } from "../projects/find.ts";
import { rewardedRuns } from "./rewarded-runs.ts";
import { judgePrm } from "./judge-prm.ts";

/** The rules a run was launched with; those of before there was a choice are the reports'. */
const rulesOf = ({ rules }: { rules?: unknown }): LabelRules => (rules === "progress" ? rules : "reports");

/** Label sets with what they label and how many labels they hold, newest first; all of them, or those named. */
export function listLabelSets(
  ctx: ServiceContext,
  ids: string[] | null = null,
  projectId: string | null = null,
): LabelSetInfo[] {
  const rows = selectLabelSets(ctx.db, { ids, projectId });
  const counts = countLabels(
    ctx.db,
    rows.map((row) => row.set.id),
  );
  return rows.map(({ set, run, experiment, evaluation, labelled, population }) => ({
    id: set.id,
    at: set.at,
    run: { id: set.runId, name: run.name, state: run.state },
    experiment,
    evaluation: { id: evaluation.id, trainStep: evaluation.trainStep, final: evaluation.final },
    labelled,
    population: population.name,
    rules: set.report?.rules ?? rulesOf(run.params),
    agreement: set.report?.agreement ?? [],
    n: counts.get(set.id)?.n ?? 0,
    episodes: counts.get(set.id)?.episodes ?? 0,
  }));
}

/** Trained process reward models, newest first, with what they were trained on. `sets` are all known label sets. */
function listPrmModels(ctx: ServiceContext, sets: LabelSetInfo[], projectId: string | null): PrmModel[] {
  const rows = selectPrmReports(ctx.db, projectId);
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
      poor: ranksPoorly(report.report),
      ...judgePrm(report.report),
    };
  });
}

/** Label sets and trained models of a project, or of all, newest first. */
export function prmOverview(ctx: ServiceContext, project?: string | null): PrmOverview {
  const projectId = scopeId(ctx, project);
  const sets = listLabelSets(ctx, null, projectId);
  const models = listPrmModels(ctx, sets, projectId);
  const rewarded = rewardedRuns(
    ctx,
    models.map(({ run, report, poor }) => ({
      id: run.id,
      name: run.name,
      ranks: rankingWords(report),
      poor,
    })),
    projectId,
  );
  return { sets, models, rewarded, asOf: ctx.now() };
}
