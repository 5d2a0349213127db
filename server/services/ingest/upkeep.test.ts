import { performance } from "node:perf_hooks";
import { pointStore } from "#db/points/open-point-store.ts";
import { afterEach, expect, test, vi } from "vitest";
import { launch, joinWorker, makeWorld, pointsEvents, startNext, started } from "../testing.ts";
import { startUpkeep } from "./upkeep.ts";

let stop = () => {};
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const sealedAttempts = (world: ReturnType<typeof makeWorld>) =>
  world.ctx.db.$client
    .prepare("select attempt_id as id, sha256 is not null as done from sealed_attempts order by attempt_id")
    .all() as { id: string; done: number }[];

test("an attempt that ends takes no more points at once, and is brought to its final form in the background", async () => {
  const { world, attempt } = started();
  attempt.send(...pointsEvents({ "reward/raw": 0.5 }, 200));
  expect(sealedAttempts(world)).toEqual([]);
  attempt.finish();
  expect(sealedAttempts(world)).toEqual([{ id: attempt.attemptId, done: 0 }]);
  stop = startUpkeep(world.ctx);
  await expect.poll(() => sealedAttempts(world)).toEqual([{ id: attempt.attemptId, done: 1 }]);
  expect(pointStore(world.ctx.db).seal(attempt.attemptId)).toMatchObject({ points: 400 });
});

test("attempts that ended while no server closed them are closed at the start, and others are not", () => {
  const world = makeWorld();
  launch(world, { seeds: [0, 1] });
  const worker = joinWorker(world);
  const ended = startNext(world, worker);
  startNext(world, worker);
  ended.finish();
  world.ctx.db.$client.exec("delete from sealed_attempts");
  stop = startUpkeep(world.ctx);
  expect(sealedAttempts(world)).toEqual([{ id: ended.attemptId, done: 0 }]);
});

/** As if the process did other things for this share of the time. */
const busy = (utilization: number) =>
  vi.spyOn(performance, "eventLoopUtilization").mockReturnValue({ idle: 0, active: 0, utilization });

test("slices follow each other with room in between while work is left, and seldom when there is none", () => {
  vi.useFakeTimers();
  busy(0.1);
  const { world } = started();
  let left = 3;
  const housekeep = vi.fn((ms: number) => ms > 0 && left-- > 0);
  stop = startUpkeep(world.ctx, { ...pointStore(world.ctx.db), housekeep });
  vi.advanceTimersByTime(6 * 4);
  expect(housekeep).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(999);
  expect(housekeep).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(1);
  expect(housekeep).toHaveBeenCalledTimes(5);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(housekeep).toHaveBeenCalledTimes(5);
});

test("a process that is busy with requests gives a twentieth of its time to merging", () => {
  vi.useFakeTimers();
  busy(0.9);
  const { world } = started();
  const housekeep = vi.fn(() => true);
  stop = startUpkeep(world.ctx, { ...pointStore(world.ctx.db), housekeep });
  vi.advanceTimersByTime(6 + 114 * 9);
  expect(housekeep).toHaveBeenCalledTimes(10);
});

test("a failure is told and tried again later, not at once", () => {
  vi.useFakeTimers();
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const { world } = started();
  const housekeep = vi.fn(() => {
    throw new Error("database or disk is full");
  });
  stop = startUpkeep(world.ctx, { ...pointStore(world.ctx.db), housekeep });
  vi.advanceTimersByTime(4000);
  expect(housekeep).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2000);
  expect(housekeep).toHaveBeenCalledTimes(2);
  expect(told).toHaveBeenCalledTimes(2);
});
