import {
  deleteKeptAnswer,
  dismissChangedVerdicts,
  hasEndedSince,
  selectChangedVerdicts,
  selectFormerAnswer,
  upsertChangedVerdicts,
} from "#db/queries/changed-verdicts.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import type { ChangedVerdict, ChangedVerdicts, StoredVerdicts } from "../../contracts/changed-verdicts.ts";
import { type ClaimVerdict, currentVerdict } from "../../contracts/claim-verdict.ts";
import type { AblationRow, AblationTable, ExperimentAnswer } from "../../contracts/experiment.ts";
import { topics } from "../../contracts/live.ts";
import { isEnded, type RunState } from "../../contracts/run-lifecycle.ts";
import { isServiceError, ServiceError } from "../../errors.ts";
import { codeStamp } from "../code-stamp.ts";
import { commit, type ServiceContext } from "../context.ts";

const verdictOf = (row: AblationRow, metric: string): ClaimVerdict =>
  row.difference[metric]?.verdict ?? "untested";

/** The verdicts of a table, to be kept with the version that gives them. */
export const verdictsOf = ({ columns, rows }: AblationTable): StoredVerdicts =>
  Object.fromEntries(
    columns.map(({ metric }) => [
      metric,
      Object.fromEntries(
        rows.flatMap((row) =>
          row.baseline || row.runIds.length === 0 ? [] : [[row.runIds[0], verdictOf(row, metric)] as const],
        ),
      ),
    ]),
  );

/** What stands in place of a metric where a version kept the verdicts of its headline metric alone, without saying which it is. */
const HEADLINE = "";

/** Kept verdicts with the metric that they are of, under their current names. */
function keptVerdicts(kept: StoredVerdicts, { metric }: ExperimentAnswer, { columns }: AblationTable) {
  const headline = columns.find(({ title, unit }) => title === metric?.title && unit === metric.unit);
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, byRun]) => {
      const of = name === HEADLINE ? headline?.metric : name;
      const current = Object.entries(byRun).flatMap(([runId, verdict]) => {
        const now = currentVerdict(verdict);
        return now ? [[runId, now] as const] : [];
      });
      return of === undefined ? [] : [[of, Object.fromEntries(current)] as const];
    }),
  );
}

/** Where a table says something else than `before`, in its order. */
export function changesSince(before: StoredVerdicts, { columns, rows }: AblationTable): ChangedVerdict[] {
  return columns.flatMap(({ metric, title }) =>
    rows.flatMap((row) => {
      const runId = row.runIds.find((id) => before[metric]?.[id] !== undefined);
      if (row.baseline || runId === undefined) return [];
      const was = before[metric][runId];
      const now = verdictOf(row, metric);
      return was === now ? [] : [{ metric, title, config: row.config, runId, before: was, now }];
    }),
  );
}

/** Changes of one upgrade after those of the one before that nobody has dismissed: each with what was said first. */
function sinceTheFirst(
  earlier: readonly ChangedVerdict[],
  before: StoredVerdicts,
  table: AblationTable,
): ChangedVerdict[] {
  const first = structuredClone(before);
  for (const { metric, runId, before: was } of earlier) (first[metric] ??= {})[runId] = was;
  return changesSince(first, table);
}

/**
 * Stores where a table says something else than the version before said over the same runs, once: what that version answered is
 * forgotten with it. Where runs changed since, or go on, nothing is told apart. Where nothing can be stored the table is shown all
 * the same.
 */
export function noteChangedVerdicts(ctx: ServiceContext, table: AblationTable): void {
  const { experimentId, rows } = table;
  const former = selectFormerAnswer(ctx.db, experimentId, codeStamp());
  if (!former || ctx.actor.kind === "ingest") return;
  const goOn = rows.some(({ states }) => Object.keys(states).some((state) => !isEnded(state as RunState)));
  try {
    commit(ctx, (scope) => {
      if (!former.due && !goOn && !hasEndedSince(scope.db, experimentId, former.workedAt)) {
        const before = keptVerdicts(former.verdicts ?? {}, former.answer, table);
        const shown = selectChangedVerdicts(scope.db, experimentId);
        const changes = sinceTheFirst(shown?.changes ?? [], before, table);
        const beforeAt = shown?.beforeAt ?? former.workedAt;
        if (changes.length > 0 || shown)
          upsertChangedVerdicts(scope.db, { experimentId, changes, beforeAt, foundAt: ctx.now() });
      }
      deleteKeptAnswer(scope.db, experimentId);
      scope.touch(topics.experiments);
    });
  } catch (error) {
    if (!isServiceError(error)) throw error;
  }
}

/** The verdicts of an experiment that an upgrade changed; null where there are none, or somebody has dismissed them. */
export function readChangedVerdicts(ctx: ServiceContext, experimentId: string): ChangedVerdicts | null {
  const found = selectChangedVerdicts(ctx.db, experimentId);
  if (!found || found.changes.length === 0) return null;
  return { changes: found.changes, beforeAt: found.beforeAt };
}

/** Takes the list of changed verdicts from the page of an experiment; its verdicts stay as they are. */
export function dismissChanges(ctx: ServiceContext, id: string): void {
  commit(ctx, (scope) => {
    if (!selectExperiment(scope.db, id))
      throw new ServiceError("not_found", `There is no experiment ${id.slice(0, 80)}.`);
    dismissChangedVerdicts(scope.db, id, ctx.now());
    scope.touch(topics.experiments);
  });
}
