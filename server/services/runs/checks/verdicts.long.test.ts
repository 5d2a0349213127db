import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { watchPoints } from "#db/points/testing.ts";
import { listRuns } from "../list.ts";
import { runFindings } from "../findings.ts";
import { lookForAlerts, startWatch } from "../../watching/look.ts";
import { joinWorker, launch, makeWorld, startNext } from "../../testing.ts";
import { checkOnce } from "./rounds.ts";
import { attemptOf, give } from "./testing.ts";

/** 32 MiB of points, and what a look reads within about 100 ms on a slow machine. */
const MOST_HELD = (32 * 1024 * 1024) / 24;
const MOST_READ = 400_000;

const METRICS = [
  "train/reward",
  "train/kl",
  "train/grad_norm",
  "train/entropy",
  "train/frac_reward_zero_std",
];

test("10 M points in one run beside 50 that run: no look and no list reads more at once than fits, and then only what is new", () => {
  const world = makeWorld();
  const { ctx } = world;
  const worker = joinWorker(world, { slots: 60 });
  launch(world, { seeds: Array.from({ length: 51 }, (_, i) => i) });
  const [long, ...others] = Array.from({ length: 51 }, () => startNext(world, worker));
  const store = pointStore(ctx.db);
  const n = 50_000;
  const values = Object.fromEntries(METRICS.map((metric) => [metric, new Float64Array(n).fill(0.9)]));
  for (let from = 0; from < 2_000_000; from += n) give(world, long.attemptId, from, values);
  for (const { attemptId } of others)
    give(world, attemptId, 0, Object.fromEntries(METRICS.map((metric) => [metric, new Float64Array(500)])));

  const watch = startWatch(ctx);
  const seen: number[] = [];
  const look = () => {
    world.clock.now += 6000;
    seen.push(watchPoints(store, () => lookForAlerts(ctx, watch)).points);
    seen.push(
      watchPoints(store, () =>
        listRuns(ctx, { experimentId: null, state: "all", search: "", limit: 200, offset: 0 }),
      ).points,
    );
  };
  for (let isLeft = true; isLeft;) {
    look();
    const turn = watchPoints(store, () => checkOnce(ctx));
    seen.push(turn.points);
    isLeft = turn.result;
  }
  expect(runFindings(ctx, [attemptOf(world, long.attemptId)]).get(long.attemptId)).toMatchObject([
    { rule: "D01" },
  ]);
  expect(Math.max(...seen)).toBeLessThan(Math.min(MOST_HELD, MOST_READ));
  // Once it has been seen, only what is new is read.
  give(world, long.attemptId, 2_000_000, Object.fromEntries(METRICS.map((metric) => [metric, [0.9]])));
  seen.length = 0;
  look();
  look();
  expect(seen.reduce((sum, one) => sum + one, 0)).toBeLessThan(60 * METRICS.length);
});
