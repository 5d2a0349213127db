import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { selectRewardHashes } from "#db/queries/runs.ts";
import { bandKey } from "../../contracts/charts/band-key.ts";
import type {
  BandsInput,
  BandsOf,
  BandsQuestion,
  SeedBand,
  SeedBands,
} from "../../contracts/charts/bands.ts";
import { aggregateSeeds } from "../../stats/aggregate-seeds.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import type { ServiceContext } from "../context.ts";
import type { Cell } from "../experiments/cells.ts";
import { standingsOf } from "../comparability/standings.ts";
import { pickCells, type PickedCell } from "../variance/pick-cells.ts";
import { alignLines, type AlignedLines } from "../series/aligned-lines.ts";
import { storeWith } from "../series/last-per-x.ts";
import { runLines } from "../series/run-lines.ts";
import { doInSlices, type Sliced } from "../series/sliced.ts";

/** Runs that become one line, and what it is called. */
interface Together extends Pick<SeedBand, "key" | "label" | "baseline" | "leftOut"> {
  runIds: string[];
}

/** Of a configuration the run that counts for each seed, whatever its state. */
const seedsOf = ({ key, cell }: PickedCell): Together => ({
  key,
  label: cell.config,
  baseline: cell.baseline,
  leftOut: cell.runs.length - cell.bySeed.size,
  runIds: [...cell.bySeed.values()].map(({ run }) => run.id),
});

function linesOf(ctx: ServiceContext, of: BandsOf): Together[] {
  switch (of.kind) {
    case "experiment":
      return pickCells(ctx, { runIds: [], experimentId: of.id, wholeCells: false }).map(seedsOf);
    case "runs":
      return pickCells(ctx, { runIds: of.runIds, experimentId: null, wholeCells: of.whole }).map(seedsOf);
    case "groups":
      return of.groups.map(({ key, runIds }) => ({ key, label: key, baseline: false, leftOut: 0, runIds }));
  }
}

/** The farthest step that any of these runs has of a metric; null where there is none. */
function lastStepOf(ctx: ServiceContext, runIds: readonly string[], metric: string): number | null {
  const attempts = selectAttemptsOfRuns(ctx.db, runIds);
  const ids = attempts.map(({ id }) => id);
  const lasts = new Map(
    pointStore(ctx.db)
      .lasts(ids, [metric], DEFAULT_AXIS)
      .map(({ attemptId, lastX }) => [attemptId, lastX]),
  );
  // A run ends where the latest of its attempts with such points does, whatever an earlier one went on to.
  const ends = new Map(attempts.flatMap(({ id, runId }) => (lasts.has(id) ? [[runId, lasts.get(id)]] : [])));
  return [...ends.values()].reduce<number | null>(
    (most, end) => (end == null ? most : Math.max(most ?? end, end)),
    null,
  );
}

/** A configuration that has points of the metric, and none over train step: nothing is the last of its steps. */
function withoutSteps(ctx: ServiceContext, runIds: readonly string[], metric: string): AlignedLines {
  const question = { runIds, metrics: [metric], xAxis: DEFAULT_AXIS, overlap: "latest" } as const;
  const lines = runLines(ctx, pointStore(ctx.db), question);
  const axis = lines[0]?.part.axis ?? DEFAULT_AXIS;
  const runs = new Set(lines.map(({ attempt }) => attempt.runId)).size;
  const sent = new Set(lines.flatMap(({ part, attempt }) => (part.axis === axis ? [attempt.runId] : [])))
    .size;
  const empty = { x: [], values: [], nonFinite: [], posInf: [], negInf: [] };
  return {
    ...empty,
    aligned: "exact",
    coarsened: false,
    runs: 0,
    members: [],
    axis,
    sent,
    elsewhere: runs - sent,
    restarted: 0,
    unplaced: 0,
    hidden: 0,
  };
}

function* alignSeeds(
  ctx: ServiceContext,
  runIds: readonly string[],
  { metric, xAxis, from, to, last, points, smoothing, sharedX }: BandsQuestion,
): Sliced<AlignedLines> {
  const store = storeWith(pointStore(ctx.db), sharedX);
  const asked = { metric, points, smoothing };
  if (last === undefined)
    return yield* alignLines(ctx, store, runIds, { ...asked, xAxis, span: { from, to } });
  const end = lastStepOf(ctx, runIds, metric);
  if (end === null) return withoutSteps(ctx, runIds, metric);
  const span = { from: end - last + 1, to: null };
  return yield* alignLines(ctx, store, runIds, { ...asked, xAxis: DEFAULT_AXIS, span });
}

type Statistics = Pick<SeedBand, "n" | "mean" | "low" | "high" | "median" | "iqm" | "min" | "max">;

function statisticsOf(values: readonly number[][], asked: BandsQuestion["statistics"]): Statistics {
  if (asked === "mean") {
    const at = values.map((ofSeeds) => meanInterval(ofSeeds));
    const left = { median: [], iqm: [], min: [], max: [] };
    return {
      n: at.map((a) => a.n),
      mean: at.map((a) => a.value),
      low: at.map((a) => a.low),
      high: at.map((a) => a.high),
      ...left,
    };
  }
  const at = values.map(aggregateSeeds);
  return {
    n: at.map((a) => a.n),
    mean: at.map((a) => a.mean),
    low: at.map((a) => a.low),
    high: at.map((a) => a.high),
    median: at.map((a) => a.median),
    iqm: at.map((a) => a.iqm),
    min: at.map((a) => a.min),
    max: at.map((a) => a.max),
  };
}

function* slicedBands(
  ctx: ServiceContext,
  lines: readonly Together[],
  question: BandsQuestion,
): Sliced<SeedBands> {
  const attempts = selectAttemptsOfRuns(
    ctx.db,
    lines.flatMap(({ runIds }) => runIds),
  );
  const begun = new Set(attempts.map(({ runId }) => runId));
  const bands: Omit<SeedBand, "standings">[] = [];
  for (const { runIds, ...line } of lines) {
    const { values, ...facts } = yield* alignSeeds(ctx, runIds, question);
    const ofBegun = new Set(runIds.filter((id) => begun.has(id))).size;
    bands.push({ ...line, begun: ofBegun, ...facts, ...statisticsOf(values, question.statistics) });
    yield;
  }
  const members = new Set(bands.flatMap((band) => band.members));
  const { standingOf, ...known } = standingsOf(
    ctx,
    selectRewardHashes(ctx.db, [...members]),
    question.metric,
  );
  return { bands: bands.map((band) => ({ ...band, standings: band.members.map(standingOf) })), ...known };
}

/**
 * Seeds put together: a line for each configuration or group with its spread, live runs included. Computed on all points between
 * the bounds, whatever a page shows; below 3 seeds at an x there is a mean and no interval. A line that stands on another axis
 * only is among them and says so, and one that nobody sent is there and empty: who draws them picks those of one axis
 * (`server/contracts/charts/shown-bands.ts`).
 */
export function seedBands(
  ctx: ServiceContext,
  { of, ...question }: BandsInput,
  signal?: AbortSignal,
): Promise<SeedBands> {
  return doInSlices(slicedBands(ctx, linesOf(ctx, of), question), signal);
}

/** The same of configurations that are known. */
export const bandsOfCells = (
  ctx: ServiceContext,
  experimentId: string,
  cells: readonly Cell[],
  question: BandsQuestion,
): Sliced<SeedBands> =>
  slicedBands(
    ctx,
    cells.map((cell) => seedsOf({ key: bandKey(experimentId, cell.cell), experimentId, cell })),
    question,
  );
