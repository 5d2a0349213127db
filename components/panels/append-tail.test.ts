import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { WindowQuestion } from "#server/contracts/charts/series.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import { addPoints, resume, type TestPoint, worldWithRuns } from "#server/services/series/testing.ts";
import { seriesWindow } from "#server/services/series/window.ts";
import { appendTail, catchUpWindows } from "./append-tail.ts";

const METRIC = "reward/raw";

/** A run, the windows of it that a page holds, and how the page follows it. */
function page(question: Partial<WindowQuestion> = {}) {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  const ask = { runIds: [runId], metrics: [METRIC, "other"], buckets: 4000, ...question };
  const read = (more: Partial<WindowQuestion> = {}) => seriesWindow(world.ctx, { ...ask, ...more });
  let windows: SeriesWindow[] = [];
  return {
    world,
    attemptId,
    read,
    held: () => windows,
    open: () => void (windows = read()),
    add: (points: TestPoint[], metric = METRIC, axis = "step") =>
      addPoints(world, attemptId, metric, points, axis),
    /** How the page got what is new: by a tail, or by asking for all of it. */
    async follow(): Promise<"tail" | "whole" | "nothing"> {
      const grown = await catchUpWindows(windows, new Set([runId]), ask, async (more) => read(more));
      const how = grown === windows ? "nothing" : grown ? "tail" : "whole";
      windows = grown ?? read();
      return how;
    },
  };
}

const line = (from: number, to: number, value: (x: number) => number = (x) => x / 7): TestPoint[] =>
  Array.from({ length: to - from + 1 }, (_, i) => [from + i, value(from + i)] as const);
/** Everything but what an answer says about its own question. */
const withoutAfter = (windows: SeriesWindow[]) => windows.map((window) => ({ ...window, after: null }));

test("raw windows that follow are the same as if everything had been asked for again", async () => {
  const value = fc.oneof(
    fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    fc.constantFrom(Number.NaN, Infinity),
  );
  const batch = fc.array(value, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(batch, { minLength: 1, maxLength: 6 }),
      fc.constantFrom("step", "episodes", "wall"),
      fc.constantFrom(
        { kind: "none" as const },
        { kind: "ema" as const, weight: 0.9 },
        { kind: "mean" as const, width: 4 },
        { kind: "gaussian" as const, sigma: 2 },
      ),
      async (batches, xAxis, smoothing) => {
        const it = page({ xAxis, smoothing, times: true });
        it.open();
        let x = 0;
        for (const values of batches) {
          it.add(
            values.map((_, i) => [x + i, 8 * (x + i)] as const),
            "progress/episodes",
          );
          it.add(values.map((v, i) => [x + i, v] as const));
          if (values.length % 3 === 0) it.add([[x, 1]], "other");
          x += values.length;
          await it.follow();
          expect(withoutAfter(it.held())).toEqual(withoutAfter(it.read()));
        }
      },
    ),
    { numRuns: 30 },
  );
});

test("a line that grows in order is followed by its tail alone", async () => {
  const it = page();
  it.add(line(1, 10));
  it.open();
  it.add(line(11, 13));
  expect(await it.follow()).toBe("tail");
  expect([...it.held()[0].x0]).toEqual(line(1, 13).map(([x]) => x));
  expect(it.held()[0].total).toBe(13);
});

test("what did not change stays the same object", async () => {
  const it = page();
  it.add(line(1, 10));
  it.add(line(1, 3), "other");
  it.open();
  const [before] = it.held().filter(({ metric }) => metric === "other");
  it.add(line(11, 13));
  expect(await it.follow()).toBe("tail");
  expect(it.held().find(({ metric }) => metric === "other")).toBe(before);
});

test("a point in between, one that is replaced, or a NaN that becomes a number asks for all again", async () => {
  const changes: TestPoint[] = [
    [4.5, 1],
    [4, 99],
    [4, 4 / 7 + 1e-5],
    [5, Number.NaN],
    [6, 1],
  ];
  for (const change of changes) {
    const it = page();
    it.add(line(1, 10, (x) => (x === 6 ? Number.NaN : x / 7)));
    it.open();
    it.add([change]);
    it.add(line(11, 12));
    expect([change, await it.follow()]).toEqual([change, "whole"]);
  }
});

test("an attempt that takes over asks for all again, since it hides what came before", async () => {
  const it = page();
  it.add(line(1, 10));
  it.open();
  const second = resume(it.world, it.attemptId);
  addPoints(it.world, second, METRIC, line(6, 7));
  expect(await it.follow()).toBe("whole");
  expect(it.held().map(({ attempt, hidden, total }) => [attempt, hidden, total])).toEqual([
    [1, 5, 5],
    [2, 0, 2],
  ]);
  addPoints(it.world, second, METRIC, line(8, 9));
  expect(await it.follow()).toBe("tail");
  expect(it.held().at(-1)?.total).toBe(4);
});

test("a series that was not there before joins in its place", async () => {
  const it = page({ metrics: ["other", METRIC] });
  it.add(line(1, 3));
  it.open();
  it.add(line(1, 2), "other");
  expect(await it.follow()).toBe("tail");
  expect(it.held().map(({ metric }) => metric)).toEqual(["other", METRIC]);
});

test("a raw window that does not fit any more is bucketed, a bucketed one is read again when it has grown by a quarter", async () => {
  const it = page({ buckets: 20 });
  it.add(line(1, 18));
  it.open();
  it.add(line(19, 20));
  expect([await it.follow(), it.held()[0].raw]).toEqual(["tail", true]);
  it.add(line(21, 21));
  expect([await it.follow(), it.held()[0].raw]).toEqual(["whole", false]);
  const { length } = it.held()[0].x0;
  const hows: string[] = [];
  for (let x = 22; it.held()[0].x0.length >= length && hows.length < 20; x++) {
    it.add(line(x, x, (v) => (v === 23 ? 500 : 1)));
    hows.push(await it.follow());
    expect(it.held()[0].n.reduce((a, b) => a + b, 0)).toBe(x);
    expect(Math.max(...it.held()[0].max)).toBe(x >= 23 ? 500 : 3);
    if (hows.at(-1) === "whole") break;
  }
  expect(hows.at(-1)).toBe("whole");
  expect(hows.slice(0, -1).every((how) => how === "tail")).toBe(true);
  expect(hows.length).toBeGreaterThan(5);
});

test("beside a bucketed window a raw one stays raw, also when more comes at once than a tail has buckets", async () => {
  const it = page({ buckets: 64 });
  it.add(line(1, 500));
  it.add(line(1, 10), "other");
  it.open();
  it.add(line(501, 540));
  it.add(line(11, 40), "other");
  await it.follow();
  const [bucketed, raw] = it.held();
  expect([bucketed.raw, bucketed.total, raw.raw, raw.x0.length]).toEqual([false, 540, true, 40]);
});

test("a stretch that the run has passed is left alone; one it is in is read again", async () => {
  const it = page({ from: 2, to: 8 });
  it.add(line(1, 7));
  it.open();
  it.add(line(8, 9));
  expect([await it.follow(), it.held()[0].total]).toEqual(["whole", 7]);
  it.add(line(10, 12));
  expect(await it.follow()).toBe("nothing");
});

test("a point that has no place on the axis yet asks for all again when it has got one", async () => {
  const it = page({ xAxis: "episodes" });
  it.add(line(1, 3));
  it.add(line(1, 3), "progress/episodes");
  it.open();
  it.add(line(4, 5));
  await it.follow();
  expect(it.held()[0]).toMatchObject({ total: 3, unplaced: 2 });
  it.add(line(4, 6), "progress/episodes");
  it.add(line(6, 6));
  await it.follow();
  expect(it.held()[0]).toMatchObject({ total: 6, unplaced: 0 });
});

test("a tail that does not begin where the window ends, or is placed in another way, is not appended", () => {
  const it = page();
  it.add(line(1, 5));
  it.open();
  it.add(line(6, 9));
  const question = { runIds: [it.held()[0].runId], metrics: [METRIC], buckets: 4000 };
  const tailAfter = (x: number) => it.read({ after: [{ attemptId: it.attemptId, metric: METRIC, x }] });
  expect(appendTail(it.held(), tailAfter(5), question)?.[0].total).toBe(9);
  expect(appendTail(it.held(), tailAfter(4), question)).toBeNull();
  const interpolated = tailAfter(5).map((tail) => ({ ...tail, interpolated: true }));
  expect(appendTail(it.held(), interpolated, question)).toBeNull();
  expect(appendTail(it.held(), tailAfter(6), question)).toBeNull();
});
