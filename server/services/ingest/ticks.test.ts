import { pointStore } from "#db/points/open-point-store.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Tick } from "../../contracts/live.ts";
import { joinWorker, launch, makeWorld, startNext, type StartedAttempt } from "../testing.ts";
import { createPointIngest } from "./ingest.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Two attempts under way, the ticks that pages get, and a clock that moves with the timers. */
function openIngest() {
  const world = makeWorld();
  launch(world, { seeds: [0, 1] });
  const worker = joinWorker(world, { slots: 2 });
  const [one, other] = [startNext(world, worker), startNext(world, worker)];
  const ingest = createPointIngest(world.ctx, pointStore(world.ctx.db));
  const ticks: Tick[] = [];
  world.ctx.live.subscribe((tick) => ticks.push(tick));
  const pass = (ms: number) => {
    world.clock.now += ms;
    vi.advanceTimersByTime(ms);
  };
  const post = ({ attemptId }: StartedAttempt, seq: number, step: number) => {
    const x = Float64Array.of(step);
    const columns = [{ metric: "a", axis: "step", x, value: x, at: x }];
    ingest.submit({ attemptId, source: "s", firstSeq: seq, points: 1, columns, order: null }, () => {}, {});
    pass(10);
  };
  return { one, other, ticks, pass, post, ingest };
}

test("of a run that several sources send at once pages are told the farthest step, whoever comes last", () => {
  const { one, ticks, pass, ingest } = openIngest();
  for (const [source, step] of [
    ["far", 9],
    ["near", 3],
  ] as const) {
    const x = Float64Array.of(step);
    const columns = [{ metric: source, axis: "step", x, value: x, at: x }];
    const batch = { attemptId: one.attemptId, source, firstSeq: 1, points: 1, columns, order: null };
    ingest.submit(batch, () => {}, {});
  }
  pass(10);
  expect(ticks.map(({ advanced }) => advanced)).toEqual([{ [one.runId]: 9 }]);
});

test("points are told to pages a few times a second with how far they reach, and the last ones always", () => {
  const { one, other, ticks, pass, post } = openIngest();
  for (let k = 1; k <= 10; k++) post(one, k, k);
  expect(ticks).toHaveLength(1);
  expect(ticks[0].topics).toEqual(expect.arrayContaining([`run:${one.runId}`, "progress"]));
  expect(ticks[0].advanced).toEqual({ [one.runId]: 1 });
  post(other, 1, 5);
  pass(200);
  expect(ticks).toHaveLength(2);
  expect(ticks[1].advanced).toEqual({ [one.runId]: 10, [other.runId]: 5 });
  pass(200);
  post(one, 11, 11);
  expect(ticks[2].advanced).toEqual({ [one.runId]: 11 });
  post(one, 11, 11);
  pass(10_000);
  expect(ticks).toHaveLength(3);
});
