import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import type { LatestEvaluation } from "#db/queries/run-table-cells.ts";
import type { RunPageRow } from "#db/queries/runs.ts";
import type { TableRun } from "../../contracts/run-table.ts";
import type { ServiceContext } from "../context.ts";
import { pastObjections } from "./objections.ts";
import { PROGRESS_METRICS } from "./progress-metrics.ts";
import { whyWords } from "./why-words.ts";

/** How far runs are by their attempts: the x of the first progress metric that each has. */
function stepsOf(ctx: ServiceContext, attemptIds: string[]): Map<string, number> {
  const steps = new Map<string, { place: number; x: number }>();
  const lasts = pointStore(ctx.db).lasts(attemptIds, PROGRESS_METRICS, DEFAULT_AXIS);
  for (const { attemptId, metric, lastX } of lasts) {
    const place = PROGRESS_METRICS.indexOf(metric);
    const known = steps.get(attemptId);
    if (lastX !== null && (!known || place < known.place)) steps.set(attemptId, { place, x: lastX });
  }
  return new Map([...steps].map(([attemptId, { x }]) => [attemptId, x]));
}

/** Facts of a page of runs, one query per kind of fact. */
export function describeTableRuns(
  ctx: ServiceContext,
  page: RunPageRow[],
  evaluations: Map<string, LatestEvaluation>,
  rewardWords: (hash: string) => string,
): Map<string, TableRun> {
  const attempts = page.flatMap(({ attempt }) => attempt ?? []);
  const steps = stepsOf(
    ctx,
    attempts.map((a) => a.id),
  );
  const why = whyWords(ctx, page);
  const objections = pastObjections(
    ctx,
    attempts.map((a) => a.id),
  );
  return new Map(
    page.map(({ run, attempt, experiment, workerName }) => [
      run.id,
      {
        id: run.id,
        name: run.name,
        label: run.label,
        seed: run.seed,
        recipe: run.recipe,
        experimentId: run.experimentId,
        experiment,
        reward: rewardWords(run.rewardHash),
        state: run.state,
        why: why.get(run.id) ?? "",
        worker: workerName,
        attempt: attempt?.n ?? null,
        step: (attempt && steps.get(attempt.id)) ?? null,
        plannedSteps: run.plannedSteps,
        problems: evaluations.get(run.id)?.n ?? null,
        queuedAt: run.queuedAt,
        startedAt: run.startedAt,
        endedAt: run.endedAt,
        objections: attempt ? (objections.get(attempt.id) ?? null) : [],
      },
    ]),
  );
}
