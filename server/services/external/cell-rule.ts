import { selectExperiment, updateBaselineCell } from "#db/queries/experiments.ts";
import { selectExternalRunsOfPlace, selectPlaceOfExperiment, updatePlace } from "#db/queries/external.ts";
import { selectProtocols } from "#db/queries/evaluations.ts";
import { selectStatements, type StatementRecord } from "#db/queries/external/statements.ts";
import { selectLatestEvaluations } from "#db/queries/run-table/cells.ts";
import type { CellRuleInput, ExternalPlaceDetail } from "../../contracts/external/external.ts";
import { ServiceError } from "../../errors.ts";
import { requireTable } from "../require-table.ts";
import { commit, type ServiceContext } from "../context.ts";
import { cellConfig, differingKeys, seedIn } from "./config.ts";
import { leaveOutOffer } from "./grouping/leave-out-offer.ts";
import { regroup } from "./grouping/regroup.ts";
import { sentMetrics, tellingMetrics } from "./headline.ts";
import { relabel } from "./labels.ts";
import { protocolText } from "../../wording/logged-protocol.ts";
import { protocolIn, statedIn } from "./shown/statements.ts";

const MOST_SENT = 300;

/** Metrics of the table of an experiment from outside, primary first: chosen by somebody, else by what its runs sent. */
export function tableMetrics(
  ctx: ServiceContext,
  experimentId: string,
): { metrics: string[]; by: "chosen" | "sent" } {
  const place = selectPlaceOfExperiment(ctx.db, experimentId);
  if (!place) return { metrics: [], by: "sent" };
  if (place.metrics.length > 0) return { metrics: place.metrics, by: "chosen" };
  const runs = selectExternalRunsOfPlace(ctx.db, place.id);
  const ids = runs.map(({ run }) => run.id);
  return { metrics: tellingMetrics(sentMetrics(ctx, ids, true)), by: "sent" };
}

const statementsBy = (ctx: ServiceContext, runIds: string[]): Map<string, StatementRecord[]> =>
  Map.groupBy(selectStatements(ctx.db, runIds), ({ runId }) => runId);

/** How the runs of an experiment from outside are put together, and what is not on record; null for one of this bench. */
export function externalPlace(ctx: ServiceContext, experimentId: string): ExternalPlaceDetail | null {
  const place = selectPlaceOfExperiment(ctx.db, experimentId);
  if (!place) return null;
  requireTable(ctx, experimentId);
  const runs = selectExternalRunsOfPlace(ctx.db, place.id);
  const ids = runs.map(({ run }) => run.id);
  const seeds = runs.flatMap(({ run }) => seedIn(run.params, place)?.key ?? []);
  const configs = [...new Map(runs.map(({ run }) => [run.cell, cellConfig(run.params, place)])).values()];
  const sent = sentMetrics(ctx, ids, true);
  const statements = statementsBy(ctx, ids);
  const cells = [...Map.groupBy(runs, ({ run }) => run.cell)];
  const baseline = selectExperiment(ctx.db, experimentId)?.baselineCell;
  const evaluated = new Map(selectLatestEvaluations(ctx.db, ids).map(({ runId, id }) => [runId, id]));
  const protocols = selectProtocols(ctx.db, [...evaluated.values()]);
  /** What came with its last evaluation. */
  const sentWith = (id: string): string | null => {
    const { logged = {} } = protocols.get(evaluated.get(id) ?? "") ?? {};
    return Object.keys(logged).length > 0 ? protocolText(logged) : null;
  };
  return {
    place: place.name,
    runs: runs.map(({ run: { id, name } }) => ({
      id,
      name,
      statements: statedIn(statements.get(id) ?? []),
      protocol: protocolIn(statements.get(id) ?? []) ?? sentWith(id),
      hasEvaluation: evaluated.has(id),
    })),
    seedKeys: [...Map.groupBy(seeds, (key) => key)].map(([key, { length }]) => ({ key, runs: length })),
    withoutSeed: runs.length - seeds.length,
    seedKey: place.seedKey,
    ignoredKeys: place.ignoredKeys,
    differing: differingKeys(configs),
    offer:
      configs.length < 2
        ? null
        : leaveOutOffer(
            runs.map(({ run }) => run),
            place,
          ),
    metrics: place.metrics.length > 0 ? place.metrics : tellingMetrics(sent),
    chosenMetrics: place.metrics,
    cells: cells.map(([, of]) => ({ label: of[0].run.label, runs: of.length, runId: of[0].run.id })),
    baselineRun: cells.find(([cell]) => cell === baseline)?.[1][0].run.id ?? null,
    sent: [...sent.keys()].toSorted().slice(0, MOST_SENT),
  };
}

/** Puts the runs of a place into configurations anew, by a rule that somebody chose, and against the baseline of their choice. */
export function setCellRule(
  ctx: ServiceContext,
  { experimentId, seedKey, ignoredKeys, metrics, baselineRun = null }: CellRuleInput,
): ExternalPlaceDetail {
  requireTable(ctx, experimentId);
  commit(ctx, (scope) => {
    const before = selectPlaceOfExperiment(scope.db, experimentId);
    if (!before) throw new ServiceError("not_found", "That experiment has no runs from outside.");
    const place = {
      ...before,
      seedKey,
      ignoredKeys: [...new Set(ignoredKeys)],
      metrics: [...new Set(metrics)],
    };
    updatePlace(scope.db, place.id, place);
    regroup(ctx.now(), scope, place);
    if (baselineRun !== null) {
      const chosen = selectExternalRunsOfPlace(scope.db, place.id).find(({ run }) => run.id === baselineRun);
      if (!chosen) throw new ServiceError("invalid", `${baselineRun} is no run of this experiment.`);
      updateBaselineCell(scope.db, experimentId, chosen.run.cell);
    }
    relabel(scope, place);
  });
  return externalPlace(ctx, experimentId) as ExternalPlaceDetail;
}
