import type { LastPoint } from "#db/points/point-store.ts";
import type { Archived } from "#db/queries/annotations.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { POINT_KINDS, pointKind } from "#db/points/read-points.ts";
import { selectLatestEvaluations } from "#db/queries/run-table/cells.ts";
import { countRunsByState, type RunFilter, type RunPageRow, selectRunPage } from "#db/queries/runs.ts";
import { statusSourceOf } from "../../contracts/external/status-source.ts";
import { ENDED_STATES, isEnded, LIVE_STATES, type RunState } from "../../contracts/run-lifecycle.ts";
import type { LastValue, ListRunsInput, RunList, RunRow } from "../../contracts/run.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { METRICS } from "../../../workers/protocol/metrics/metrics.ts";
import type { ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";
import { arrivalsOf } from "../external/shown/run-arrival.ts";
import { leadShares } from "./lead-share.ts";
import { runFindings } from "./findings.ts";
import { stepBy, toldStep } from "./measured/progress.ts";
import { whyWords } from "./why-words.ts";

/** A run may send thousands of metrics; a list says the last values of those that this version knows. */
const LISTED_METRICS = Object.keys(METRICS);

/** The states that a view of runs stands for; null for all. */
export function statesOf(state: ListRunsInput["state"]): RunState[] | null {
  if (state === "all" || state === "archived") return null;
  if (state === "live") return [...LIVE_STATES];
  if (state === "waiting") return ["queued"];
  if (state === "ended") return [...ENDED_STATES];
  return [state];
}

/** What is archived is shown by itself, and in its own experiment: whoever looks at that wants every run that counts. */
export const archivedIn = (state: ListRunsInput["state"], experimentId: string | null): Archived => {
  if (state === "archived") return "only";
  return experimentId === null ? "hidden" : "any";
};

function lastOf({ lastValue, lastX, n }: Pick<LastPoint, "lastValue" | "n"> & { lastX: number }): LastValue {
  const kind = pointKind(lastValue ?? Number.NaN);
  return { value: kind === POINT_KINDS.number ? lastValue : null, kind, x: lastX, n };
}

/** Rows of runs with what a list says of them; one query per kind of fact, whatever the number of runs. */
export function describeRuns(ctx: ServiceContext, page: RunPageRow[]): RunRow[] {
  const attemptIds = page.flatMap((row) => (row.attempt ? [row.attempt.id] : []));
  const lasts = new Map<string, Record<string, LastValue>>();
  for (const { attemptId, metric, ...point } of pointStore(ctx.db).lasts(
    attemptIds,
    LISTED_METRICS,
    DEFAULT_AXIS,
  )) {
    const { lastX } = point;
    if (lastX === null) continue;
    const of = lasts.get(attemptId) ?? {};
    of[metric] = lastOf({ ...point, lastX });
    lasts.set(attemptId, of);
  }
  const evaluations = selectLatestEvaluations(
    ctx.db,
    page.map((row) => row.run.id),
  );
  const shares = leadShares(ctx.db, evaluations);
  const leads = new Map(
    evaluations.map(({ runId, id, trainStep, final }) => {
      const share = shares.get(id);
      return [runId, share ? { ...share, trainStep, final } : null];
    }),
  );
  const why = whyWords(ctx, page);
  const arrivals = arrivalsOf(ctx, page);
  const findings = runFindings(
    ctx,
    page.map((row) => row.attempt).filter((a) => a !== null),
  );
  return page.map((row): RunRow => {
    const { run, attempt } = row;
    const last = attempt ? (lasts.get(attempt.id) ?? {}) : {};
    return {
      id: run.id,
      name: run.name,
      label: run.label,
      seed: run.seed,
      cell: run.cell,
      recipe: run.recipe,
      experimentId: run.experimentId,
      experiment: row.experiment,
      state: run.state,
      stateAt: run.stateAt,
      why: why.get(run.id) ?? "",
      worker: row.workerName,
      attempt: attempt?.n ?? null,
      phase: attempt?.phase ?? null,
      step: stepBy(run, (metric) => last[metric]?.x) ?? toldStep(row),
      origin: run.origin,
      statusSource: statusSourceOf(run),
      plannedSteps: run.plannedSteps,
      plannedEpisodes: run.plannedEpisodes,
      queuedAt: run.queuedAt,
      startedAt: run.startedAt,
      endedAt: run.endedAt,
      arrival: (attempt && arrivals.get(attempt.id)) ?? null,
      last,
      lead: leads.get(run.id) ?? null,
      findings: attempt ? (findings.get(attempt.id) ?? []) : [],
    };
  });
}

/** A page of runs, those that have ended by their end, with the number of runs in every state under the same search. */
export function listRuns(ctx: ServiceContext, input: ListRunsInput): RunList {
  const filter: RunFilter = {
    projectId: scopeId(ctx, input.project),
    experimentId: input.experimentId,
    states: statesOf(input.state),
    archived: archivedIn(input.state, input.experimentId),
    search: input.search.trim(),
  };
  const newest = filter.states?.every(isEnded) ? "end" : "launch";
  const rows = describeRuns(ctx, selectRunPage(ctx.db, filter, input.limit, input.offset, newest));
  const byState = countRunsByState(ctx.db, filter);
  const shown = byState.filter(({ state }) => filter.states?.includes(state) ?? true);
  const counts = Object.fromEntries(byState.map(({ state, n }) => [state, n]));
  return { rows, total: shown.reduce((sum, { n }) => sum + n, 0), counts };
}
