import { selectEvaluationTotals } from "#db/queries/evaluations.ts";
import { selectFailureReports } from "#db/queries/failures.ts";
import { selectRunInputs } from "#db/queries/inputs.ts";
import { selectRunsByExperiment, type RunRecord } from "#db/queries/runs.ts";
import type { FailureReport } from "../../../workers/protocol/failures.ts";
import { TRAIN_SET } from "../../../workers/protocol/inputs.ts";
import { TrainingRound } from "../../contracts/rollouts/rounds.ts";
import type { ServiceContext } from "../context.ts";
import { requireTable } from "../require-table.ts";

/** The slot by which a policy goes on from another. */
const START_SLOT = "start";

/** How a set can have been drawn from what was played; a run with such a parameter looked at failures. */
const ARMS: ReadonlySet<unknown> = new Set(TrainingRound.shape.arm.options);

interface RoundRun {
  run: RunRecord;
  round: number;
  arm: TrainingRound["arm"];
  report: FailureReport | null;
}

/**
 * The rounds of an experiment in which policies train on what earlier ones failed: one row for each configuration, by arm and
 * round. A run is in round 1 more than the run it starts from; a run that takes no such set is in none.
 */
export function trainingRounds(ctx: ServiceContext, experimentId: string): TrainingRound[] {
  requireTable(ctx, experimentId);
  const runs = selectRunsByExperiment(ctx.db, experimentId);
  const byId = new Map(runs.map((run) => [run.id, run]));
  const takes = new Map<string, Map<string, string>>();
  for (const { input } of selectRunInputs(ctx.db, [...byId.keys()])) {
    const own = takes.get(input.runId) ?? new Map<string, string>();
    takes.set(input.runId, own.set(input.slot, input.fromRunId));
  }
  const reports = selectFailureReports(ctx.db, [...byId.keys()]);
  const setOf = (id: string): RunRecord | undefined => {
    const set = byId.get(takes.get(id)?.get(TRAIN_SET) ?? "");
    return set && ARMS.has(set.params.subset) ? set : undefined;
  };
  const roundOf = (id: string): number => {
    if (!setOf(id)) return 0;
    const start = takes.get(id)?.get(START_SLOT);
    return 1 + (start === undefined ? 0 : roundOf(start));
  };
  const found = runs.flatMap((run): RoundRun[] => {
    const set = setOf(run.id);
    if (!set) return [];
    const arm = set.params.subset as TrainingRound["arm"];
    return [{ run, round: roundOf(run.id), arm, report: reports.get(set.id)?.report ?? null }];
  });
  const after = finalShares(ctx, found);
  return [...Map.groupBy(found, ({ run }) => run.cell).values()]
    .map((cell) => describeRound(cell, after))
    .toSorted((a, b) => (a.arm < b.arm ? -1 : a.arm > b.arm ? 1 : a.round - b.round));
}

/** Final held-out RR@5 by run, with the number of problems. */
function finalShares(
  ctx: ServiceContext,
  found: readonly RoundRun[],
): Map<string, { share: number; n: number }> {
  const runIds = found.map(({ run }) => run.id);
  const totals = selectEvaluationTotals(ctx.db, { runIds, finalOnly: true });
  return new Map(
    totals.flatMap(({ evaluation, metrics }) => {
      const { value: share, n } = metrics["eval/rr_at_5"];
      return share === null ? [] : [[evaluation.runId, { share, n }]];
    }),
  );
}

function describeRound(
  cell: readonly RoundRun[],
  after: ReadonlyMap<string, { share: number; n: number }>,
): TrainingRound {
  const [{ arm, round, run: first }] = cell;
  const reports = cell.flatMap(({ report }) => report ?? []);
  const failed = reports.map(({ kinds, n }) => kinds.reduce((sum, { count }) => sum + count, 0) / n);
  const ends = cell.flatMap(({ run }) => after.get(run.id) ?? []);
  const shares = ends.map(({ share }) => share);
  return {
    arm,
    round,
    label: first.label,
    runs: cell.map(({ run: { id, name, seed, state } }) => ({ id, name, seed, state })),
    failed: reports.length > 0 ? { mean: meanOf(failed), seeds: reports.length, n: reports[0].n } : null,
    drawn: reports[0]?.subset?.n ?? null,
    weights: meanWeights(reports),
    rrAt5:
      shares.length > 0
        ? {
            mean: meanOf(shares),
            least: Math.min(...shares),
            most: Math.max(...shares),
            seeds: shares.length,
            n: ends[0].n,
          }
        : null,
  };
}

function meanWeights(reports: readonly FailureReport[]): TrainingRound["weights"] {
  const weighed = reports.flatMap(({ byType }) => byType.filter(({ weight }) => weight !== null));
  return [...Map.groupBy(weighed, ({ name }) => name)]
    .map(([name, parts]) => ({ name, weight: meanOf(parts.map(({ weight }) => weight ?? 0)) }))
    .toSorted((a, b) => b.weight - a.weight);
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
