import { expect, test } from "vitest";
import { addPoints, bandsOf, METRIC, resume, worldWithRuns, type TestPoint } from "../series/testing.ts";

const KL = "policy/kl";
const CPU = "perf/cpu_s";

/** From the first to the last, each `every`. */
const range = (first: number, last: number, every = 1): number[] =>
  Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, i) => first + i * every);

/** Two seeds of 200 s and a third whose attempts send what is given: one step a second, from the step it begins at. */
function withThird(
  ...attempts: { begins: number; late?: number; sends: Record<string, readonly number[]> }[]
) {
  const { world, runs } = worldWithRuns(3);
  const send = (
    attemptId: string,
    metric: string,
    sent: readonly number[],
    seconds: (step: number) => number,
  ) => {
    const { now } = world.clock;
    const points = (value: (step: number) => number) =>
      sent.map((step): TestPoint => [step, value(step), now + seconds(step) * 1000]);
    addPoints(
      world,
      attemptId,
      metric,
      points((step) => step),
    );
  };
  const sendAll = (
    attemptId: string,
    sends: Record<string, readonly number[]>,
    seconds: (step: number) => number,
  ) => {
    for (const [metric, sent] of Object.entries(sends)) send(attemptId, metric, sent, seconds);
    const all = [...new Set(Object.values(sends).flat())].toSorted((a, b) => a - b);
    const { now } = world.clock;
    addPoints(
      world,
      attemptId,
      CPU,
      all.map((step): TestPoint => [step, seconds(step), now + seconds(step) * 1000]),
    );
  };
  const metrics = new Set(attempts.flatMap(({ sends }) => Object.keys(sends)));
  const usual = Object.fromEntries([...metrics].map((metric) => [metric, range(1, 200)]));
  for (const { attemptId } of runs.slice(0, 2)) sendAll(attemptId, usual, (step) => step);
  let { attemptId } = runs[2];
  attempts.forEach(({ begins, late = 0, sends }, i) => {
    world.clock.now += 1e6;
    if (i > 0) attemptId = resume(world, attemptId);
    sendAll(attemptId, sends, (step) => step - begins + 1 + late);
  });
  return async (xAxis: string, metric = METRIC) => {
    const groups = [{ key: "c", runIds: runs.map(({ runId }) => runId) }];
    const [band] = await bandsOf(world, { kind: "groups", groups }, { metric, xAxis, points: 1000 });
    return band;
  };
}

const CLOCKS = ["wall", "cpu", CPU];

test("over a clock a resumed run is left out and counted, whatever of its attempts a metric shows", async () => {
  const sparse = { [METRIC]: [60], [KL]: range(1, 70) };
  const worlds = {
    "sent by the later attempt alone": withThird(
      { begins: 1, sends: { [KL]: range(1, 100) } },
      { begins: 101, sends: { [METRIC]: range(101, 120), [KL]: range(101, 120) } },
    ),
    "its only point hidden": withThird(
      { begins: 1, sends: sparse },
      { begins: 51, sends: { [METRIC]: [60, 120, 180], [KL]: range(51, 180) } },
    ),
    "later on the later clock": withThird(
      { begins: 1, sends: { [METRIC]: range(1, 10), [KL]: range(1, 10) } },
      { begins: 11, late: 10, sends: { [METRIC]: range(11, 20), [KL]: range(11, 20) } },
    ),
  };
  for (const [title, ask] of Object.entries(worlds)) {
    for (const axis of CLOCKS)
      for (const metric of [METRIC, KL]) {
        const { restarted, runs, sent, n } = await ask(axis, metric);
        expect({ title, restarted, runs, sent }).toEqual({ title, restarted: 1, runs: 2, sent: 3 });
        expect(new Set(n)).toEqual(new Set([2]));
      }
    expect(await ask("step")).toMatchObject({ restarted: 0, runs: 3 });
  }
});

test("over a clock a run whose latest attempt began at the first step again stays, of every metric", async () => {
  const ask = withThird(
    { begins: 1, sends: { [METRIC]: [60], [KL]: range(1, 70) } },
    { begins: 1, sends: { [KL]: range(1, 200) } },
  );
  for (const axis of ["wall", "cpu"])
    for (const metric of [METRIC, KL])
      expect(await ask(axis, metric)).toMatchObject({ restarted: 0, runs: 3 });
});

test("a metric that was sent over an axis of its own by a clock's name is one line, as over any axis of its own", async () => {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  const over = (id: string, sent: number[]) =>
    addPoints(
      world,
      id,
      METRIC,
      sent.map((x): TestPoint => [x, 1]),
      "cpu",
    );
  over(attemptId, range(1, 50));
  over(resume(world, attemptId), range(31, 60));
  const groups = [{ key: "c", runIds: [runId] }];
  const [band] = await bandsOf(world, { kind: "groups", groups }, { metric: METRIC, xAxis: "cpu" });
  expect([band.restarted, band.runs, band.x.length]).toEqual([0, 1, 60]);
});

/** One run of which each attempt sends ten points, `over` another metric of so much at each; none where it sends none. */
function countedOver(over: string, xAxis: string, ...attempts: (readonly number[] | null)[]) {
  const { world, runs } = worldWithRuns();
  let { attemptId } = runs[0];
  attempts.forEach((values, i) => {
    if (i > 0) attemptId = resume(world, attemptId);
    const send = (metric: string, sent: readonly number[]) =>
      addPoints(
        world,
        attemptId,
        metric,
        sent.map((value, k): TestPoint => [10 * i + k + 1, value]),
      );
    send(METRIC, range(1, 10));
    if (values) send(over, values);
  });
  const groups = [{ key: "c", runIds: [runs[0].runId] }];
  return bandsOf(world, { kind: "groups", groups }, { metric: METRIC, xAxis });
}

const counted = (...attempts: (readonly number[] | null)[]) =>
  countedOver("progress/episodes", "episodes", ...attempts);

test("a counter that a later attempt begins inside what any earlier one counted leaves the run out", async () => {
  const first = range(10, 100, 10);
  const [inside] = await counted(first, null, range(50, 140, 10));
  expect([inside.restarted, inside.runs]).toEqual([1, 0]);
  const [behind] = await counted(first, null, range(110, 200, 10));
  expect([behind.restarted, behind.runs]).toEqual([0, 1]);
});

test("a counter that a later attempt goes on with exactly where the one before ended keeps the run", async () => {
  const [met] = await counted(range(10, 100, 10), range(100, 190, 10));
  expect([met.restarted, met.runs, met.x.length]).toEqual([0, 1, 19]);
});

test("a counter that began again leaves the run out also where the attempt before sent nothing else of the metric", async () => {
  const { world, runs } = worldWithRuns(2);
  const send = (id: string, metric: string, steps: readonly number[], value: (step: number) => number) =>
    addPoints(
      world,
      id,
      metric,
      steps.map((step): TestPoint => [step, value(step)]),
    );
  for (const axis of ["progress/episodes", "progress/updates", "progress/tokens", "perf/gpu_s"]) {
    send(runs[0].attemptId, axis, range(1, 100), (step) => step);
    send(runs[1].attemptId, axis, range(1, 50), (step) => step);
  }
  send(runs[0].attemptId, METRIC, range(1, 100), () => 1);
  send(runs[1].attemptId, KL, range(1, 50), () => 1);
  const later = resume(world, runs[1].attemptId);
  send(later, METRIC, range(51, 100), () => 50);
  for (const axis of ["progress/episodes", "progress/updates", "progress/tokens", "perf/gpu_s"])
    send(later, axis, range(51, 100), (step) => step - 50);
  const groups = [{ key: "c", runIds: runs.map(({ runId }) => runId) }];
  for (const xAxis of [
    "episodes",
    "updates",
    "progress/episodes",
    "progress/updates",
    "progress/tokens",
    "perf/gpu_s",
  ]) {
    const [band] = await bandsOf(world, { kind: "groups", groups }, { metric: METRIC, xAxis });
    expect([xAxis, band.restarted, band.runs, band.mean[0]]).toEqual([xAxis, 1, 1, 1]);
  }
  const [kl] = await bandsOf(world, { kind: "groups", groups }, { metric: KL, xAxis: "episodes" });
  expect([kl.restarted, kl.runs]).toEqual([0, 1]);
});

test("over a metric that rises and falls no resumed run is left out", async () => {
  const wave = (of: number) => range(1, 10).map((k) => of + Math.sin(k));
  const [kl] = await countedOver(KL, KL, wave(1), wave(0));
  expect([kl.restarted, kl.runs]).toEqual([0, 1]);
});

test("over a clock that no attempt sent nothing began again: the points have no place", async () => {
  const [cpu] = await countedOver(KL, "cpu", range(1, 10), range(1, 10));
  expect([cpu.restarted, cpu.unplaced]).toEqual([0, 20]);
});

test("a counter by its name began again also where it dipped; what is none by its name has to count up and fall far back", async () => {
  const dips = range(10, 100, 10).map((n) => (n === 60 ? 45 : n));
  for (const counter of ["progress/episodes", "progress/updates", "progress/tokens"]) {
    const [named] = await countedOver(counter, counter, dips, range(10, 100, 10));
    expect([counter, named.restarted, named.runs]).toEqual([counter, 1, 0]);
  }
  const over = async (...attempts: number[][]) => (await countedOver("x", "x", ...attempts))[0].restarted;
  const eta = range(61, 100).toReversed();
  expect((await countedOver("progress/eta_s", "progress/eta_s", eta, eta))[0].restarted).toBe(0);
  expect(await over(range(1, 10), range(1, 10))).toBe(1);
  expect(await over(dips, range(1, 10))).toBe(0);
  expect(await over(range(1, 10), range(8, 17))).toBe(0);
  expect(await over(range(1, 10), range(1, 10), range(11, 20))).toBe(1);
  expect(await over(range(1, 10), range(1, 10), [11, 12])).toBe(1);
  expect(await over([1, 2], range(3, 100), range(3, 100))).toBe(1);
  expect(await over([5], [4])).toBe(0);
  expect(await over([1, 1, 2, Number.NaN, 3, 3], [1, 1, 2, Number.NaN, 3, 3])).toBe(1);
  expect(await over(range(1, 10), [Number.NaN, Number.NaN, Number.NaN], range(11, 20))).toBe(0);
});
