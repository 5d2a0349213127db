import { selectExperiment } from "#db/queries/experiments.ts";
import { readPoints, stepSeries } from "#db/points/read-points.ts";
import type { Variance, VarianceCell, VarianceInput } from "../../contracts/variance.ts";
import { bySeverity, type Objection } from "../../contracts/objection.ts";
import { deadCauses, type DeadAtStep } from "../../stats/dead-causes.ts";
import { reachableSd } from "../../stats/reachable-sd.ts";
import type { ServiceContext } from "../context.ts";
import { pointValue, runObjections } from "../runs/objections.ts";
import { rewardNoiseOf } from "../runs/reward-noise-of.ts";
import { pickCells, type PickedCell } from "./pick-cells.ts";

const STRETCHES = 8;
const SHARES = ["group/zero_share", "group/all_solved_share", "group/all_failed_share"] as const;
/** Rules that speak of where the gradient comes from. */
const ABOUT_VARIANCE = new Set(["D01", "D06"]);

/** Shares of dead groups by cause at every train step of an attempt that has all three. */
function deadSteps(ctx: ServiceContext, attemptId: string): DeadAtStep[] {
  const ids = new Map(stepSeries(ctx.db, [attemptId], [...SHARES]).map((s) => [s.metric, s.id]));
  const [zero, solved, failed] = SHARES.map((metric) => {
    const id = ids.get(metric);
    return new Map(id === undefined ? [] : readPoints(ctx.db, id).map((p) => [p.x, pointValue(p)]));
  });
  return [...zero].map(([step, value]) => ({
    step,
    zero: value,
    solved: solved.get(step) ?? Number.NaN,
    failed: failed.get(step) ?? Number.NaN,
  }));
}

/** One objection per rule: the gravest of any run, with how many of the runs have it. */
function gravestPerRule(ofRuns: Objection[][]): Objection[] {
  const byRule = Map.groupBy(
    ofRuns.flatMap((found, run) =>
      found.filter(({ rule }) => ABOUT_VARIANCE.has(rule)).map((objection) => ({ objection, run })),
    ),
    ({ objection }) => objection.rule,
  );
  const gravest = [...byRule.values()].map((found): Objection => {
    const [worst] = bySeverity(found.map(({ objection }) => objection));
    if (ofRuns.length === 1) return worst;
    const runs = new Set(found.map(({ run }) => run)).size;
    return { ...worst, evidence: `${worst.evidence} In ${runs} of ${ofRuns.length} runs.` };
  });
  return bySeverity(gravest);
}

function describeCell(
  ctx: ServiceContext,
  { key, experimentId, cell }: PickedCell,
  found: Map<string, Objection[]>,
): VarianceCell {
  const [run] = cell.runs;
  const attempts = [...cell.bySeed.values()].flatMap(({ attempt }) => (attempt ? [attempt.id] : []));
  const noise = rewardNoiseOf(run);
  const size = Number(run.params.group_size);
  const groupSize = Number.isInteger(size) && size >= 2 ? size : null;
  const { formula, min, max } = run.rewardConfig;
  const ranged = min < max;
  return {
    key,
    config: cell.config,
    baseline: cell.baseline,
    experimentId,
    experiment: selectExperiment(ctx.db, experimentId)?.title ?? "",
    recipe: run.recipe,
    seeds: [...cell.bySeed.keys()].toSorted((a, b) => a - b),
    runIds: [...cell.bySeed.values()].map((entry) => entry.run.id),
    metrics: [...new Set(stepSeries(ctx.db, attempts, null).map((s) => s.metric))],
    formula,
    rewardHash: run.rewardHash,
    min: ranged ? min : null,
    max: ranged ? max : null,
    groupSize,
    noise: noise && { withinGroupSd: noise.withinGroupSd, pooledSd: noise.pooledSd },
    reachable: groupSize === null || !ranged ? null : reachableSd(min, max, groupSize),
    dead: deadCauses(
      attempts.flatMap((id) => deadSteps(ctx, id)),
      STRETCHES,
    ),
    objections: gravestPerRule(attempts.map((id) => found.get(id) ?? [])),
  };
}

/** Where the gradient of some runs, or of an experiment's, comes from: what their rewards can show, and why groups died. */
export function describeVariance(ctx: ServiceContext, input: VarianceInput): Variance {
  const cells = pickCells(ctx, { ...input, wholeCells: false });
  const attempts = cells.flatMap(({ cell }) =>
    [...cell.bySeed.values()].flatMap(({ attempt }) => attempt ?? []),
  );
  const found = runObjections(ctx, attempts);
  return { cells: cells.map((cell) => describeCell(ctx, cell, found)), asOf: ctx.now() };
}
