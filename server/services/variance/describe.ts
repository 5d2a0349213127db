import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { Variance, VarianceCell, VarianceInput } from "../../contracts/variance.ts";
import type { Finding } from "../../contracts/finding.ts";
import { acrossRuns } from "../../checks/cells.ts";
import { judge } from "../../checks/judge.ts";
import { reachableSd } from "../../stats/uniform-sum-density.ts";
import type { ServiceContext } from "../context.ts";
import { sidesOfCells } from "../comparability/runs.ts";
import { recipeOf } from "../recipes/book.ts";
import { runFindings } from "../runs/findings.ts";
import { rewardNoiseOf } from "../runs/reward-noise-of.ts";
import { pickCells, type PickedCell } from "./pick-cells.ts";
import { deadOf, SHARES } from "./dead-steps.ts";

/** The metric by which groups are known to have come. */
export const SPREAD = "group/std";

/** What all attempts of the runs have sent, and the axis of the share of dead groups where none sent it over the train step. */
function sentBy(ctx: ServiceContext, runIds: string[]): Pick<VarianceCell, "metrics" | "deadOver"> {
  const attempts = selectAttemptsOfRuns(ctx.db, runIds).map(({ id }) => id);
  const series = pointStore(ctx.db).series(attempts, null);
  const shares = series.filter(({ metric, n }) => metric === SHARES[0] && n > 0);
  const onSteps = shares.some(({ axis }) => axis === DEFAULT_AXIS);
  return {
    metrics: [...new Set(series.map(({ metric }) => metric))],
    deadOver: onSteps ? null : (shares[0]?.axis ?? null),
  };
}

/** What speaks of where the gradient comes from. */
const isAboutGroups = ({ speaksOf }: Finding) => speaksOf.some((metric) => metric.startsWith("group/"));

function describeCell(
  ctx: ServiceContext,
  { key, experimentId, cell }: PickedCell,
  found: Map<string, Finding[]>,
): VarianceCell {
  const [run] = cell.runs;
  const attempts = [...cell.bySeed.values()].flatMap(({ attempt }) => (attempt ? [attempt.id] : []));
  const runIds = [...cell.bySeed.values()].map((entry) => entry.run.id);
  const noise = rewardNoiseOf(run);
  // A script says which of its fields is the size of a group.
  const sizeField = recipeOf(ctx.db, run)?.script?.roles?.group_size ?? "group_size";
  const size = Number(run.params[sizeField]);
  const groupSize = Number.isInteger(size) && size >= 2 ? size : null;
  const { formula, min, max } = run.rewardConfig;
  const ranged = min < max;
  return {
    key,
    config: cell.config,
    baseline: cell.baseline,
    place: cell.place,
    experimentId,
    experiment: selectExperiment(ctx.db, experimentId)?.title ?? "",
    recipe: run.recipe,
    seeds: [...cell.bySeed.keys()].toSorted((a, b) => a - b),
    runIds,
    ...sentBy(ctx, runIds),
    formula,
    rewardHash: run.rewardHash,
    min: ranged ? min : null,
    max: ranged ? max : null,
    groupSize,
    noise: noise && { withinGroupSd: noise.withinGroupSd, pooledSd: noise.pooledSd },
    reachable: groupSize === null || !ranged ? null : reachableSd(min, max, groupSize),
    dead: deadOf(ctx, runIds),
    findings: acrossRuns(
      cell.config,
      attempts.map((id) => found.get(id) ?? []),
      isAboutGroups,
    ),
  };
}

/** Where the gradient of some runs, or of an experiment's, comes from: what their rewards can show, and why groups died. */
export function describeVariance(
  ctx: ServiceContext,
  input: Pick<VarianceInput, "runIds" | "experimentId">,
): Variance {
  const cells = pickCells(ctx, { ...input, wholeCells: false });
  const attempts = cells.flatMap(({ cell }) =>
    [...cell.bySeed.values()].flatMap(({ attempt }) => attempt ?? []),
  );
  const found = runFindings(ctx, attempts);
  return {
    cells: cells.map((cell) => describeCell(ctx, cell, found)),
    findings: judge(
      SPREAD,
      sidesOfCells(
        ctx,
        cells.map(({ cell }) => cell),
        SPREAD,
      ),
    ).findings,
    asOf: ctx.now(),
  };
}
