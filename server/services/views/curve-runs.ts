import { selectCellPlaces, selectExperiment } from "#db/queries/experiments.ts";
import { selectLatestAttempts } from "#db/queries/attempts.ts";
import { selectRun } from "#db/queries/runs.ts";
import { selectCurveRuns, selectMetricNames, type CurveRunRow } from "#db/queries/views.ts";
import { bandKey } from "../../contracts/charts/band-key.ts";
import {
  MOST_CURVES,
  MOST_GROUPS,
  type CurveGroup,
  type CurveRuns,
  type CurveRunsInput,
  type CurveVariant,
} from "../../contracts/charts/curves.ts";
import { countSeeds } from "../../numbers/seeds.ts";
import { countOf } from "../../wording/counts.ts";
import { FEWER_RUNS, requireRoom } from "../answer-room.ts";
import type { ServiceContext } from "../context.ts";
import { pickPerSeed } from "../experiments/cells.ts";
import { primaryValueReader } from "../experiments/primary-metric.ts";
import { standingsOf } from "../comparability/standings.ts";
import { tableOrder } from "../run-table/order.ts";
import { coloursIn } from "../run-table/run-colours.ts";

export const variantKey = ({ experimentId, cell }: Pick<CurveRunRow, "experimentId" | "cell">): string =>
  bandKey(experimentId, cell);

/** The oldest launch first; those of one press as they were launched. */
const byLaunch = (runs: CurveRunRow[]): CurveRunRow[] => runs.toSorted((a, b) => a.queuedAt - b.queuedAt);

/** Bytes that are held for each run while curves or values of many are put together. */
const HELD_PER_RUN = 600;

/** Ids of the named runs, or of those that a filter of the run table finds. Throws `too_large` where these are too many. */
export function idsOf(ctx: ServiceContext, input: Omit<CurveRunsInput, "limit" | "offset">): string[] {
  if (input.runs.length > 0) return input.runs;
  const { project, experimentId, state, search, where } = input;
  const order = tableOrder(ctx, {
    project,
    experimentId,
    state,
    search,
    where,
    sort: [],
    group: null,
    also: [],
  });
  requireRoom(
    order.runs.length * HELD_PER_RUN,
    `A comparison of ${countOf(order.runs.length, "run")}`,
    FEWER_RUNS,
  );
  return order.runs.map(({ runId }) => runId);
}

/** All configurations of the one experiment that the runs are of, its baseline first; of several, those of the runs by first launch. */
export function variantsOf(ctx: ServiceContext, runs: CurveRunRow[]): CurveVariant[] {
  const experiments = [...new Set(runs.map((run) => run.experimentId))];
  const places = selectCellPlaces(ctx.db, experiments);
  const colourOf = coloursIn(ctx, experiments);
  const [first] = runs;
  if (experiments.length === 1) {
    const baseline = selectExperiment(ctx.db, first.experimentId)?.baselineCell;
    return places
      .map(({ cell, label, experimentId, place }) => ({
        key: variantKey({ experimentId, cell }),
        label,
        experimentId,
        experiment: first.experiment,
        baseline: cell === baseline,
        place,
        colour: colourOf({ experimentId, cell }),
      }))
      .toSorted((a, b) => Number(b.baseline) - Number(a.baseline));
  }
  const placeOf = new Map(places.map((one) => [variantKey(one), one.place]));
  const byVariant = new Map(byLaunch(runs).map((run) => [variantKey(run), run]));
  return [...byVariant].map(([key, { label, experimentId, experiment, cell }]) => ({
    key,
    label,
    experimentId,
    experiment,
    baseline: false,
    place: placeOf.get(key) ?? 0,
    colour: colourOf({ experimentId, cell }),
  }));
}

/** Runs of each configuration, one per seed, by the rule of the ablation table. */
function groupsOf(ctx: ServiceContext, runs: CurveRunRow[]): Map<string, CurveGroup> {
  const attempts = new Map(
    runs.flatMap(({ id, attemptId }) => (attemptId ? [[id, attemptId] as const] : [])),
  );
  const byVariant = Map.groupBy(byLaunch(runs), variantKey);
  const reader = primaryValueReader(ctx);
  // Asked only where several runs have one seed.
  const hasValue = ({ id }: CurveRunRow) => {
    const run = selectRun(ctx.db, id);
    const [attempt = null] = selectLatestAttempts(ctx.db, [id]);
    return run === undefined || reader(run, attempt);
  };
  return new Map(
    [...byVariant].map(([variant, ofVariant]) => {
      const { bySeed, leftOut } = pickPerSeed(ofVariant, attempts, hasValue);
      const counted = [...bySeed.values()].map(({ run }) => run).slice(0, MOST_CURVES);
      return [
        variant,
        {
          variant,
          runIds: counted.map(({ id }) => id),
          saidSeeds: countSeeds(counted.map(({ seed }) => seed)).said,
          begun: counted.filter((run) => run.attempts > 0).length,
          leftOut: leftOut.length,
        },
      ];
    }),
  );
}

/** Whose curves a page draws: a page of runs, and what is said of all that fit. */
export function curveRuns(ctx: ServiceContext, input: CurveRunsInput): CurveRuns {
  const ids = idsOf(ctx, input);
  const all = selectCurveRuns(ctx.db, ids);
  const page = all.slice(input.offset, input.offset + input.limit);
  const found = new Set(all.map((run) => run.id));
  const groups = groupsOf(ctx, all);
  const variants = variantsOf(ctx, all);
  const drawnGroups = variants.flatMap(({ key }) => groups.get(key) ?? []).slice(0, MOST_GROUPS);
  const drawn = new Set([...page.map((run) => run.id), ...drawnGroups.flatMap(({ runIds }) => runIds)]);
  const { standingOf, ...compared } = standingsOf(
    ctx,
    all.filter(({ id }) => drawn.has(id)),
  );
  return {
    runs: page.map((run) => ({
      id: run.id,
      name: run.name,
      seed: run.seed,
      variant: variantKey(run),
      state: run.state,
      begun: run.attempts > 0,
      queuedAt: run.queuedAt,
      standing: standingOf(run.id),
    })),
    total: all.length,
    missing: input.runs.filter((id) => !found.has(id)),
    variants,
    groups: drawnGroups,
    groupsTotal: groups.size,
    resumed: page.some((run) => run.attempts > 1),
    metrics: selectMetricNames(
      ctx.db,
      page.map((run) => run.id),
    ),
    ...compared,
  };
}
