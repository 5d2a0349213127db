import { pointStore } from "#db/points/open-point-store.ts";
import type { AttemptRecord } from "#db/queries/attempts.ts";
import { selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { isEvaluationMetric } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import type { CheckpointMeans, CheckpointMeansInput } from "../../contracts/checkpoint-means.ts";
import { isOfProblems } from "../../contracts/metrics.ts";
import { mean } from "../../numbers/middle.ts";
import { LAST_CHECKPOINTS, lastCheckpoints, signalToNoise } from "../../stats/problems/signal-to-noise.ts";
import type { ServiceContext } from "../context.ts";
import { madeEvaluation, wayReader } from "../comparability/ways.ts";
import { lastStepValues, usedAttempts, usedSeries } from "../series/built-upon.ts";
import { experimentCells } from "./cells.ts";

/** Values of an evaluation metric by train step of a run: of its evaluations on the problems of the last one, without the start. */
function evaluated(ctx: ServiceContext, runIds: string[], metric: string): Map<string, number[]> {
  if (!isEvaluationMetric(metric)) return new Map();
  const totals = selectEvaluationTotals(ctx.db, { runIds, finalOnly: false });
  const read = wayReader(ctx.db);
  return new Map(
    [...Map.groupBy(totals, ({ evaluation }) => evaluation.runId)].map(([runId, own]) => {
      const ways = own.map((totals) => read(madeEvaluation(totals)));
      const last = ways.at(-1);
      const alike = own.filter(
        (_, i) => ways[i].problems.key === last?.problems.key && ways[i].protocol.key === last.protocol.key,
      );
      // Of several at one step the first counts, as everywhere.
      const byStep = new Map(
        alike
          .filter(({ evaluation }) => evaluation.trainStep > 0)
          .toReversed()
          .map(({ evaluation, metrics }) => [evaluation.trainStep, metrics[metric].value]),
      );
      const steps = [...byStep].toSorted(([a], [b]) => a - b);
      return [runId, steps.flatMap(([, value]) => value ?? [])];
    }),
  );
}

/** The same of what a client logged of its evaluations. */
function logged(ctx: ServiceContext, attempt: AttemptRecord, metric: string): number[] {
  const store = pointStore(ctx.db);
  const used = usedSeries(store, usedAttempts(ctx, attempt)).get(metric) ?? [];
  const values = lastStepValues(store, used, Number.MAX_SAFE_INTEGER).filter(({ x }) => x > 0);
  return values
    .map(({ value }) => value)
    .filter(Number.isFinite)
    .toReversed();
}

/**
 * The last checkpoints of every finished run instead of the last one alone, and the signal-to-noise of the problems behind the
 * metric; null for a metric that is not measured on problems.
 */
export function checkpointMeans(
  ctx: ServiceContext,
  { id, metric }: CheckpointMeansInput,
): CheckpointMeans | null {
  if (!isOfProblems(metric)) return null;
  const cells = experimentCells(ctx, id).cells.map(({ config, bySeed }) => ({
    config,
    finished: [...bySeed.values()].filter(({ run }) => run.state === "finished"),
  }));
  const ids = cells.flatMap(({ finished }) => finished.map(({ run }) => run.id));
  const known = evaluated(ctx, ids, metric);
  const found = cells.map(({ config, finished }) => ({
    config,
    runs: finished.flatMap(({ run, attempt }) => {
      const values = known.get(run.id) ?? (attempt ? logged(ctx, attempt, metric) : []);
      return values.length > 0 ? [lastCheckpoints(values)] : [];
    }),
  }));
  return {
    checkpoints: LAST_CHECKPOINTS,
    cells: found.flatMap(({ config, runs }) =>
      runs.length > 0 ? [{ config, mean: mean(runs.map(mean)), runs: runs.length }] : [],
    ),
    separates: signalToNoise(found.map(({ runs }) => runs)),
  };
}
