import { inTransaction } from "#db/connection.ts";
import { insertAttempt, selectAttempt, updateAttempt } from "#db/queries/attempts.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { BandsInput, type BandsOf, type SeedBand } from "../../contracts/charts/bands.ts";
import { WindowInput, type WindowQuestion } from "../../contracts/charts/series.ts";
import { newId } from "../hashing.ts";
import { joinWorker, launch, makeWorld, startNext, type World } from "../testing.ts";
import { seedBands } from "../bands/bands.ts";
import { seriesWindow } from "./window.ts";

/** x, value and, where it matters, wall time in ms since the epoch. */
export type TestPoint = readonly [x: number, value: number, at?: number];

/** Appends points of one series, as one batch. */
export function addPoints(
  world: World,
  attemptId: string,
  metric: string,
  points: readonly TestPoint[],
  axis = "step",
): void {
  const column = {
    metric,
    axis,
    x: Float64Array.from(points, ([x]) => x),
    value: Float64Array.from(points, ([, value]) => value),
    at: Float64Array.from(points, ([x, , at]) => at ?? world.clock.now + x * 1000),
  };
  inTransaction(world.ctx.db, () =>
    pointStore(world.ctx.db).append([{ attemptId, source: "test", firstSeq: null, columns: [column] }]),
  );
}

/** A world with so many runs under way, each with one attempt. */
export function worldWithRuns(count = 1): { world: World; runs: { runId: string; attemptId: string }[] } {
  const world = makeWorld();
  launch(world, { seeds: Array.from({ length: count }, (_, i) => i) });
  const worker = joinWorker(world, { slots: count });
  const runs = Array.from({ length: count }, () => {
    const { runId, attemptId } = startNext(world, worker);
    return { runId, attemptId };
  });
  return { world, runs };
}

/** A second attempt of the same run, as if its process had died and another had resumed from a checkpoint. */
export function resume(world: World, attemptId: string): string {
  const { db } = world.ctx;
  const first = selectAttempt(db, attemptId);
  if (!first) throw new Error(`no attempt ${attemptId}`);
  updateAttempt(db, attemptId, { state: "crashed", endedAt: world.clock.now });
  const id = newId("attempt");
  insertAttempt(db, { ...first, id, n: first.n + 1, tokenHash: id, startedAt: world.clock.now });
  return id;
}

export const METRIC = "reward/raw";

/** One run with points of a metric, and how to ask for windows of it. */
export function oneRun(points: readonly TestPoint[], axis?: string, metric = METRIC) {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  addPoints(world, attemptId, metric, points, axis);
  const ask = (more: Partial<WindowQuestion> = {}) =>
    seriesWindow(world.ctx, WindowInput.parse({ runIds: [runId], metrics: [metric], ...more }));
  return { world, runId, attemptId, ask };
}

/** Points at 1, 2, 3 and so on. */
export const steps = (count: number, value: (i: number) => number = (i) => i): TestPoint[] =>
  Array.from({ length: count }, (_, i) => [i + 1, value(i + 1)] as const);

/** The bands of some seeds, with every statistic. */
export async function bandsOf(
  world: World,
  of: BandsOf,
  question: Partial<Omit<BandsInput, "of">> & { metric: string },
): Promise<SeedBand[]> {
  const { bands } = await seedBands(world.ctx, BandsInput.parse({ of, statistics: "all", ...question }));
  return bands;
}
