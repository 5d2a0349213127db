import { expect, test } from "vitest";
import type { RunSize } from "./expected-duration.ts";
import { type BusyWorker, expectedStarts, type QueuedRun } from "./expected-starts.ts";

const NOW = 1_000_000;
const DURATIONS: Record<string, { medianMs: number; n: number }> = {
  short: { medianMs: 60_000, n: 7 },
  long: { medianMs: 600_000, n: 2 },
};
const EPISODES = 100;
const durationOf = ({ recipe, episodes }: RunSize) => {
  const known = DURATIONS[recipe];
  return known ? { ...known, medianMs: (known.medianMs * episodes) / EPISODES } : null;
};

const waiting = (id: string, recipe = "short", more: Partial<QueuedRun> = {}): QueuedRun => ({
  id,
  recipe,
  episodes: EPISODES,
  on: ["box"],
  isForSlot: true,
  ...more,
});
const box = (...running: BusyWorker["running"]): BusyWorker => ({
  id: "box",
  slots: running.length,
  running,
});
const runs = (recipe: string, agoMs: number) => ({ recipe, episodes: EPISODES, startedAt: NOW - agoMs });
const seconds = (queue: QueuedRun[], ...workers: BusyWorker[]) =>
  queue.map(({ id }) => {
    const at = expectedStarts(NOW, queue, workers, durationOf).get(id)?.at;
    return at === undefined ? null : (at - NOW) / 1000;
  });

test("runs start one after the other on the slot that is free first", () => {
  const queue = [waiting("a"), waiting("b"), waiting("c"), waiting("d")];
  expect(seconds(queue, box(runs("short", 20_000)))).toEqual([40, 100, 160, 220]);
  expect(seconds(queue, box(runs("short", 20_000), runs("long", 0)))).toEqual([40, 100, 160, 220]);
  expect(seconds(queue, box(runs("short", 20_000), runs("short", 30_000)))).toEqual([30, 40, 90, 100]);
});

test("a run of more train episodes keeps its slot for longer", () => {
  const queue = [waiting("a", "short", { episodes: 3 * EPISODES }), waiting("b")];
  expect(seconds(queue, box(runs("short", 20_000)))).toEqual([40, 220]);
});

test("it is said of which recipes the durations are, and of how many runs each", () => {
  const queue = [waiting("a", "long"), waiting("b")];
  const found = expectedStarts(NOW, queue, [box(runs("short", 0))], durationOf);
  expect(found.get("a")).toEqual({ at: NOW + 60_000, by: [{ recipe: "short", n: 7 }] });
  expect(found.get("b")).toEqual({
    at: NOW + 660_000,
    by: [
      { recipe: "short", n: 7 },
      { recipe: "long", n: 2 },
    ],
  });
});

test("nothing is said where a run before it is of a recipe that never finished here, or outlasts the median", () => {
  expect(seconds([waiting("a"), waiting("b")], box(runs("new", 5000)))).toEqual([null, null]);
  expect(seconds([waiting("a")], box(runs("short", 90_000)))).toEqual([null]);
  expect(seconds([waiting("a", "new"), waiting("b")], box(runs("short", 0)))).toEqual([60, null]);
  expect(seconds([waiting("a")], box(runs("short", 90_000), runs("long", 0)))).toEqual([600]);
});

test("a run that waits for something else leaves what is behind it on its worker without an estimate", () => {
  const other: BusyWorker = { ...box(runs("short", 0)), id: "other" };
  const queue = [
    waiting("a"),
    waiting("b", "short", { isForSlot: false }),
    waiting("c"),
    waiting("d", "short", { on: ["box", "other"] }),
  ];
  expect(seconds(queue, box(runs("short", 0)), other)).toEqual([60, null, null, 60]);
});

test("a run that a free slot awaits is about to start, of which nothing is estimated", () => {
  expect(seconds([waiting("a"), waiting("b")], { id: "box", slots: 1, running: [] })).toEqual([null, 60]);
});
