import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import type { BandInput, SeedBand } from "../../contracts/series.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import type { ServiceContext } from "../context.ts";
import { experimentCells, type Cell } from "../experiments/cells.ts";
import { alignLines, type AlignedLines } from "./aligned-lines.ts";
import { runLines } from "./run-lines.ts";
import { doAtOnce, doInSlices, type Sliced } from "./sliced.ts";

type BandQuestion = Pick<BandInput, "metric" | "xAxis" | "points" | "last">;

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

function* alignCell(
  ctx: ServiceContext,
  runIds: readonly string[],
  { metric, xAxis, points, last }: BandQuestion,
): Sliced<AlignedLines> {
  const store = pointStore(ctx.db);
  if (last === undefined) {
    const span = { from: null, to: null };
    return yield* alignLines(ctx, store, runIds, { metric, xAxis, span, points });
  }
  const end = lastStepOf(ctx, runIds, metric);
  if (end === null) return withoutSteps(ctx, runIds, metric);
  const span = { from: end - last + 1, to: null };
  return yield* alignLines(ctx, store, runIds, { metric, xAxis: DEFAULT_AXIS, span, points });
}

function* slicedBand(ctx: ServiceContext, cell: Cell, question: BandQuestion): Sliced<SeedBand> {
  const runIds = [...cell.bySeed.values()].map(({ run }) => run.id);
  const found = yield* alignCell(ctx, runIds, question);
  const { x, values, nonFinite, posInf, negInf, runs, sent, axis, aligned, coarsened } = found;
  const { elsewhere, restarted, unplaced } = found;
  const intervals = values.map((ofSeeds) => meanInterval(ofSeeds));
  return {
    cell: cell.cell,
    config: cell.config,
    baseline: cell.baseline,
    seeds: runs,
    sent,
    elsewhere,
    restarted,
    axis,
    aligned,
    coarsened,
    unplaced,
    x,
    mean: intervals.map((i) => i.value),
    low: intervals.map((i) => i.low),
    high: intervals.map((i) => i.high),
    n: intervals.map((i) => i.n),
    nonFinite,
    posInf,
    negInf,
  };
}

/** Mean over the seeds of one configuration, with its 95 % t interval. */
export const bandOf = (ctx: ServiceContext, cell: Cell, question: BandQuestion): SeedBand =>
  doAtOnce(slicedBand(ctx, cell, question));

function* slicedBands(ctx: ServiceContext, input: BandInput): Sliced<SeedBand[]> {
  const bands: SeedBand[] = [];
  for (const cell of experimentCells(ctx, input.experimentId).cells) {
    const band = yield* slicedBand(ctx, cell, input);
    if (band.sent > 0) bands.push(band);
    yield;
  }
  return bands;
}

/**
 * Mean over seeds with its 95 % t interval, one band per configuration, live runs included. Computed on all points,
 * whatever a page shows; below 3 seeds at an x there is a mean and no interval. One that stands on another axis only is among
 * them, and says so: who draws them picks those of one axis.
 */
export const seedBands = (ctx: ServiceContext, input: BandInput): SeedBand[] =>
  doAtOnce(slicedBands(ctx, input));

/** The same in slices between which other requests are answered. */
export const seedBandsInSlices = (
  ctx: ServiceContext,
  input: BandInput,
  signal?: AbortSignal,
): Promise<SeedBand[]> => doInSlices(slicedBands(ctx, input), signal);
