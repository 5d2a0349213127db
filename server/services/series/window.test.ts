import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { WindowInput } from "../../contracts/charts/series.ts";
import { unpackWindow } from "../../contracts/charts/unpack-window.ts";
import { packWindow } from "./pack-window.ts";
import { addPoints, METRIC, oneRun, resume, steps, worldWithRuns, type TestPoint } from "./testing.ts";
import { packedWindows, seriesWindow } from "./window.ts";

test("points that fit are answered as they are, at their own x and with their non-finite values", async () => {
  const points: TestPoint[] = [
    [-2.5, 0.1],
    [0, Number.NaN],
    [0.1, Infinity],
    [7, -Infinity],
    [2 ** 53, 5e-324],
  ];
  const { world, ask, runId } = oneRun(points);
  const [window] = ask();
  expect(window).toMatchObject({ raw: true, total: 5, axis: "step", unplaced: 0, hidden: 0, after: null });
  expect([...window.x0]).toEqual([-2.5, 0, 0.1, 7, 2 ** 53]);
  expect([...window.mean]).toEqual([0.1, Number.NaN, Number.NaN, Number.NaN, 5e-324]);
  expect([[...window.nan], [...window.posInf], [...window.negInf]]).toEqual([
    [0, 1, 0, 0, 0],
    [0, 0, 1, 0, 0],
    [0, 0, 0, 1, 0],
  ]);
  const input = WindowInput.parse({ runIds: [runId], metrics: [METRIC], times: true });
  const [packed] = await packedWindows(world.ctx, input);
  expect(packed.columns.map(([name]) => name)).toEqual(["x", "value", "at"]);
  expect({ ...unpackWindow(packed), at0: null, at1: null }).toEqual(window);
});

test("a spike of one point is in the bucket that holds it, whatever the width", () => {
  const { ask } = oneRun(steps(5000, (i) => (i === 2345 ? 99 : 1)));
  for (const buckets of [2, 7, 100, 4000]) {
    const [window] = ask({ buckets });
    expect(window.raw).toBe(false);
    expect(window.x0.length).toBeLessThanOrEqual(buckets);
    const at = window.max.indexOf(99);
    expect([window.x0[at] <= 2345, 2345 <= window.x1[at]]).toEqual([true, true]);
    expect(window.n.reduce((a, b) => a + b, 0)).toBe(5000);
  }
});

test("what goes over the wire is what was answered, however narrow its columns are written", () => {
  const anyNumber = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Infinity, -Infinity, 3));
  const values = fc.oneof(
    fc.array(anyNumber, { minLength: 1, maxLength: 60 }),
    fc.array(fc.float(), { minLength: 1, maxLength: 60 }),
    fc.tuple(anyNumber, fc.integer({ min: 1, max: 60 })).map(([v, n]) => Array.from({ length: n }, () => v)),
  );
  fc.assert(
    fc.property(values, fc.integer({ min: 2, max: 30 }), (line, buckets) => {
      const { ask } = oneRun(line.map((v, i) => [i, v || v + 0] as const));
      const [window] = ask({ buckets, times: true, smoothing: { kind: "ema", weight: 0.5 } });
      expect(unpackWindow(packWindow(window))).toEqual(window);
      const drawn = unpackWindow(packWindow(window, "drawn"));
      if (window.raw) expect(drawn).toEqual(window);
      else expect({ ...drawn, first: window.first, last: window.last }).toEqual(window);
    }),
    { numRuns: 25 },
  );
});

test("steps and values that are float32 take half the bytes, what is the same everywhere none", () => {
  const columnsOf = (value: (i: number) => number) =>
    packWindow(oneRun(steps(900, value)).ask({ buckets: 30 })[0]).columns.map((column) => column.join(" "));
  expect(columnsOf((i) => Math.fround(i / 3))).toEqual([
    "mean f64",
    "n same",
    "x0 f32",
    "x1 f32",
    "first f32",
    "last f32",
    "min f32",
    "max f32",
  ]);
  expect(columnsOf((i) => i / 3)).toContain("min f64");
});

test("bytes that are cut off are refused instead of being drawn", () => {
  const { ask } = oneRun(steps(10));
  const packed = packWindow(ask()[0]);
  expect(() => unpackWindow({ ...packed, packed: packed.packed.slice(0, 40) })).toThrow(/reward\/raw/);
});

test("over another axis a point stands where that series is at its step; one it does not know is counted", () => {
  const { world, attemptId, ask } = oneRun(steps(10));
  addPoints(world, attemptId, "progress/episodes", [
    [2, 512],
    [4, 1024],
    [6, Number.NaN],
    [12, 9999],
  ]);
  const [window] = ask({ xAxis: "episodes" });
  expect(window).toMatchObject({ axis: "episodes", ownAxis: "step", total: 2, unplaced: 8 });
  expect([[...window.x0], [...window.mean]]).toEqual([
    [512, 1024],
    [2, 4],
  ]);
  expect(ask({ xAxis: "updates" })[0]).toMatchObject({ axis: "updates", total: 0, unplaced: 10 });
});

test("any metric can be the axis, also one that goes back and forth", () => {
  const { world, attemptId, ask } = oneRun(steps(4));
  addPoints(world, attemptId, "policy/kl", [
    [1, 0.3],
    [2, 0.1],
    [3, 0.2],
    [4, 0.1],
  ]);
  const [window] = ask({ xAxis: "policy/kl", smoothing: { kind: "mean", width: 2 } });
  expect([...window.x0]).toEqual([0.1, 0.1, 0.2, 0.3]);
  expect([...window.mean]).toEqual([2, 4, 3, 1]);
  expect([...(window.smoothed ?? [])]).toEqual([1.5, 3.5, 2.5, 1]);
});

test("a metric with its own x is drawn over it where it is asked for, and says so where it is not", () => {
  const { ask, world, attemptId } = oneRun(steps(3), "tokens");
  expect(ask({ xAxis: "tokens" })[0]).toMatchObject({ axis: "tokens", total: 3 });
  expect(ask({ xAxis: "step" })[0]).toMatchObject({ axis: "tokens", ownAxis: "tokens", total: 3 });
  addPoints(world, attemptId, METRIC, steps(2));
  expect(ask({ xAxis: "tokens" })[0]).toMatchObject({ axis: "tokens", total: 3 });
  expect(ask({ xAxis: "step" })[0]).toMatchObject({ axis: "step", total: 2 });
});

test("wall time is in seconds since the attempt started", () => {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  const { now } = world.clock;
  addPoints(world, attemptId, METRIC, [
    [1, 5, now + 1500],
    [2, 6, now + 250],
  ]);
  const [window] = seriesWindow(world.ctx, { runIds: [runId], metrics: [METRIC], xAxis: "wall" });
  expect([[...window.x0], [...window.mean]]).toEqual([
    [0.25, 1.5],
    [6, 5],
  ]);
});

test("a resumed attempt hides what the one before has of a metric from its first x of it on, and says how much", () => {
  const { world, attemptId, ask } = oneRun(steps(10));
  addPoints(world, attemptId, "eval/rr", [
    [4, 1],
    [8, 2],
  ]);
  const second = resume(world, attemptId);
  addPoints(world, second, METRIC, [
    [6, -6],
    [7, -7],
    [8, -8],
  ]);
  addPoints(world, second, "config/lr", [
    [0, 0.1],
    [150, 0.1],
  ]);
  const metrics = [METRIC, "eval/rr"];
  const said = (overlap: "latest" | "all") =>
    ask({ metrics, overlap }).map((w) => [w.attempt, w.metric, w.hidden, [...w.x0].join(" ")]);
  expect(said("latest")).toEqual([
    [1, METRIC, 5, "1 2 3 4 5"],
    [1, "eval/rr", 0, "4 8"],
    [2, METRIC, 0, "6 7 8"],
  ]);
  expect(said("all").map(([, , hidden, x]) => [hidden, x])).toEqual([
    [0, "1 2 3 4 5 6 7 8 9 10"],
    [0, "4 8"],
    [0, "6 7 8"],
  ]);
});

test("only what lies beyond what the asker has is answered, on its axis", () => {
  const { world, attemptId, ask } = oneRun(steps(10));
  addPoints(
    world,
    attemptId,
    "progress/episodes",
    steps(10, (i) => 100 * i),
  );
  const after = [{ attemptId, metric: METRIC, x: 7 }];
  for (const xAxis of ["step", "episodes", "wall"]) {
    const [window] = ask({ xAxis, after, smoothing: { kind: "ema", weight: 0.9 } });
    const [whole] = ask({ xAxis, smoothing: { kind: "ema", weight: 0.9 } });
    expect(window).toMatchObject({ after: 7, total: 3, held: { n: 10, lastX: 10 } });
    expect(window.x0).toEqual(whole.x0.slice(7));
    expect(window.smoothed).toEqual(whole.smoothed?.slice(7));
  }
});

test("an answer that would be too large is refused with what to do", () => {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  const metrics = Array.from({ length: 126 }, (_, i) => `m${i}`);
  for (const metric of metrics) addPoints(world, attemptId, metric, steps(4000));
  const ask = (count: number) =>
    seriesWindow(world.ctx, { runIds: [runId], metrics: metrics.slice(0, count), buckets: 4000 });
  expect(ask(125)).toHaveLength(125);
  expect(() => ask(126)).toThrow(/fewer runs, metrics or buckets/);
});

test("a metric whose name is that of something every object has can be the axis", () => {
  for (const xAxis of ["constructor", "toString", "__proto__"]) {
    const { world, attemptId, ask } = oneRun(steps(3));
    expect(ask({ xAxis })[0]).toMatchObject({ axis: xAxis, total: 0, unplaced: 3 });
    addPoints(world, attemptId, xAxis, steps(2));
    expect(ask({ xAxis })[0]).toMatchObject({ axis: xAxis, total: 2, unplaced: 1 });
  }
});

test("a long answer lets others have their turn", async () => {
  const { world, runId } = oneRun(steps(200_000, (i) => Math.sin(i)));
  const input = WindowInput.parse({
    runIds: [runId],
    metrics: [METRIC],
    buckets: 4000,
    smoothing: { kind: "gaussian", sigma: 2000 },
  });
  let [now, turns, isDone] = [0, 0, false];
  // Each look at the clock finds it a millisecond later, however fast the machine is.
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 1));
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await packedWindows(world.ctx, input);
  isDone = true;
  clock.mockRestore();
  expect(turns).toBeGreaterThan(3);
});
