import { expect, test } from "vitest";
import type { BandsInput } from "../../contracts/charts/bands.ts";
import { addPoints, bandsOf, resume, worldWithRuns, type TestPoint } from "../series/testing.ts";

const METRIC = "reward/raw";

/** Groups of runs whose points are given, one list per run. */
function groupOf(lines: TestPoint[][]) {
  const { world, runs } = worldWithRuns(lines.length);
  lines.forEach((points, i) => addPoints(world, runs[i].attemptId, METRIC, points));
  const runIds = runs.map((run) => run.runId);
  const all = { kind: "groups" as const, groups: [{ key: "a", runIds }] };
  const ask = ({ of = all, ...more }: Partial<BandsInput> = {}) =>
    bandsOf(world, of, { metric: METRIC, ...more });
  return { world, runs, runIds, ask };
}

const steps = (count: number, value: (step: number) => number): TestPoint[] =>
  Array.from({ length: count }, (_, i) => [i + 1, value(i + 1)] as const);

test("at shared x every statistic is over the runs that have a finite value there, and says over how many", async () => {
  const { ask } = groupOf([
    steps(3, (s) => s),
    steps(3, (s) => 2 * s),
    steps(3, (s) => (s === 2 ? Number.NaN : 6 * s)),
    steps(1, () => 7),
  ]);
  const [band] = await ask();
  expect(band).toMatchObject({ key: "a", aligned: "exact", runs: 4, begun: 4, x: [1, 2, 3], n: [4, 2, 3] });
  expect(band.nonFinite).toEqual([0, 1, 0]);
  expect(band.mean).toEqual([4, 3, 9]);
  expect(band.median).toEqual([4, 3, 6]);
  expect(band.iqm).toEqual([4, 3, 9]);
  expect([band.min, band.max]).toEqual([
    [1, 2, 3],
    [7, 4, 18],
  ]);
  expect(band.low[1]).toBeNull();
  expect(band.low[2]).toBeCloseTo(9 - 4.302652729911275 * (Math.sqrt(63) / Math.sqrt(3)), 8);
});

test("runs that do not share their x are put into bins of equal width, each by its mean in one", async () => {
  const { ask } = groupOf([
    steps(1000, () => 1),
    steps(1000, () => 3).map(([x, v]): TestPoint => [x + 0.5, v]),
    [
      [500, 99],
      [501, Infinity],
    ],
  ]);
  const [band] = await ask({ points: 10 });
  expect([band.aligned, band.x.length]).toEqual(["binned", 10]);
  expect(band.n).toEqual([2, 2, 2, 2, 3, 2, 2, 2, 2, 2]);
  expect(band.mean).toEqual([2, 2, 2, 2, 103 / 3, 2, 2, 2, 2, 2]);
});

test("every point that is NaN or infinite is counted, in bins that have finite ones too", async () => {
  const turning = (count: number) =>
    groupOf([
      steps(count, () => 1),
      steps(count, (s) => (s % 7 === 0 ? Infinity : s % 5 === 0 ? -Infinity : 1.2)),
      steps(count, (s) => (s > count / 2 ? Number.NaN : 5)),
    ]);
  const sum = (column: number[]) => column.reduce((a, b) => a + b, 0);
  for (const count of [70, 1050]) {
    const [band] = await turning(count).ask({ points: 100 });
    expect(band.aligned).toBe(count === 70 ? "exact" : "binned");
    const [plus, minus] = [count / 7, count / 5 - count / 35];
    expect([sum(band.posInf), sum(band.negInf)]).toEqual([plus, minus]);
    expect(sum(band.nonFinite)).toBe(plus + minus + count / 2);
    expect(band.n.at(-1)).toBeLessThan(3);
  }
});

test("values near the end of float64 have a mean over bins", async () => {
  const [band] = await groupOf([steps(1000, (s) => (s % 2 === 0 ? 1.7e308 : 1.5e308))]).ask({ points: 10 });
  expect(band.n).toEqual(band.x.map(() => 1));
  band.mean.forEach((mean) => expect((mean ?? 0) / 1.6e308).toBeCloseTo(1, 9));
});

test("there are no more bins than the sparsest run has points over its range, so that its points make no spikes", async () => {
  const dense = () => steps(1000, (s) => s % 2);
  const sparse = steps(10, () => 2).map(([x, v]): TestPoint => [100 * x - 50, v]);
  const [band] = await groupOf([dense(), dense(), sparse]).ask();
  expect(band.coarsened).toBe(true);
  const reached = band.x.flatMap((x, i) => (x > 50 && x < 950 ? [band.n[i]] : []));
  expect(new Set(reached)).toEqual(new Set([3]));
  const mostJump = band.mean.slice(2, -1).reduce<number>((most, mean, i) => {
    return Math.max(most, Math.abs((mean ?? 0) - (band.mean[i + 1] ?? 0)));
  }, 0);
  expect(mostJump).toBeLessThan(0.01);
});

test("a run that ended early or has a single point makes no bins coarser, nor do runs that only interleave", async () => {
  const [short] = await groupOf([steps(1000, () => 1), steps(300, () => 2), steps(1, () => 2)]).ask();
  expect([short.coarsened, short.x.length]).toEqual([false, 200]);
  const odd = steps(100, () => 1).map(([x, v]): TestPoint => [2 * x - 1, v]);
  const even = steps(100, () => 2).map(([x, v]): TestPoint => [2 * x, v]);
  const [both] = await groupOf([odd, even]).ask();
  expect(both.x.length).toBeGreaterThan(90);
  expect(new Set(both.n)).toEqual(new Set([2]));
});

test("a run with two points far apart leaves at least ten bins", async () => {
  const ends: TestPoint[] = [
    [1, 2],
    [1000, 2],
  ];
  const [band] = await groupOf([steps(1000, () => 1), ends]).ask();
  expect([band.coarsened, band.x.length]).toEqual([true, 10]);
});

test("each run is smoothed before they are put together, at shared x and in bins", async () => {
  const smoothing = { kind: "mean", width: 10 } as const;
  const lines = (count: number) => [
    steps(count, (s) => (s % 2 === 0 ? 1 : -1)),
    steps(count, (s) => (s % 2 === 0 ? -3 : 3)),
    steps(count, (s) => (s === 50 ? Infinity : 6)),
  ];
  const [exact] = await groupOf(lines(100)).ask({ smoothing });
  expect(exact.aligned).toBe("exact");
  exact.x.slice(9).forEach((x, i) => {
    expect(exact.mean[i + 9]).toBeCloseTo(x === 50 ? 0 : 2, 9);
    expect([exact.n[i + 9], exact.nonFinite[i + 9]]).toEqual(x === 50 ? [2, 1] : [3, 0]);
    expect(exact.posInf[i + 9]).toBe(x === 50 ? 1 : 0);
  });
  const plain = await groupOf(lines(1000)).ask({ points: 300 });
  const smooth = await groupOf(lines(1000)).ask({ points: 300, smoothing });
  const roughness = ({ mean }: { mean: (number | null)[] }) =>
    mean.slice(20).reduce<number>((sum, m, i) => sum + Math.abs((m ?? 0) - (mean[i + 19] ?? 0)), 0);
  expect(smooth[0].x).toEqual(plain[0].x);
  expect(smooth[0].n).toEqual(plain[0].n);
  expect(roughness(smooth[0])).toBeLessThan(roughness(plain[0]) / 3);
});

test("bins are the same for all runs, also where these do not begin or end together", async () => {
  const lines = [steps(1000, (s) => s), steps(730, (s) => -s), steps(900, (s) => s / 2).slice(333)];
  const [band] = await groupOf(lines).ask({ points: 30 });
  const width = (1000 - 1) / 30;
  const binOf = (x: number) => Math.min(29, Math.floor((x - 1) / width));
  band.x.forEach((_, bin) => {
    const means = lines.flatMap((line) => {
      const inside = line.filter(([x]) => binOf(x) === bin).map(([, value]) => value);
      return inside.length === 0 ? [] : [inside.reduce((a, b) => a + b, 0) / inside.length];
    });
    expect(band.n[bin]).toBe(means.length);
    expect(band.min[bin]).toBeCloseTo(Math.min(...means), 9);
    expect(band.max[bin]).toBeCloseTo(Math.max(...means), 9);
  });
});

test("a group is the same whatever other groups are asked for beside it", async () => {
  const { ask, runIds } = groupOf([steps(50, (s) => s), steps(50, (s) => s + 2), steps(70, () => 0)]);
  const both = await ask({
    of: {
      kind: "groups",
      groups: [
        { key: "two", runIds: runIds.slice(0, 2) },
        { key: "one", runIds: runIds.slice(2) },
      ],
    },
  });
  const alone = await ask({ of: { kind: "groups", groups: [{ key: "two", runIds: runIds.slice(0, 2) }] } });
  expect(both[0]).toEqual(alone[0]);
  expect(both[1]).toMatchObject({ key: "one", runs: 1, n: Array.from({ length: 70 }, () => 1) });
});

test("a resumed run is one line: what its new attempt hides does not count", async () => {
  const { ask, world, runs } = groupOf([steps(10, () => 1), steps(10, () => 3)]);
  const second = resume(world, runs[0].attemptId);
  addPoints(world, second, METRIC, [
    [6, 5],
    [7, 5],
  ]);
  const [band] = await ask();
  expect(band.hidden).toBe(5);
  expect(band.mean).toEqual([2, 2, 2, 2, 2, 4, 4, 3, 3, 3]);
  expect(band.n).toEqual([2, 2, 2, 2, 2, 2, 2, 1, 1, 1]);
});

test("over a clock, which begins anew with an attempt, a resumed run is left out, whatever part is asked for", async () => {
  for (const [count, aligned] of [
    [50, "exact"],
    [1000, "binned"],
  ] as const) {
    const { ask, world, runs } = groupOf([[], []]);
    const { now } = world.clock;
    const inSeconds = (from: number, value: number) =>
      steps(count, () => value).map(([x, v]): TestPoint => [from + x, v, now + (x - 1) * 1000]);
    addPoints(world, runs[0].attemptId, METRIC, inSeconds(0, 10));
    addPoints(world, runs[1].attemptId, METRIC, inSeconds(0, 30));
    const second = resume(world, runs[0].attemptId);
    // Its seconds are from 0 on as well.
    addPoints(world, second, METRIC, inSeconds(count, -10));
    for (const span of [{}, { from: 20, to: 40 }]) {
      const [band] = await ask({ xAxis: "wall", points: 100, ...span });
      expect(band).toMatchObject({ runs: 1, sent: 2, restarted: 1, hidden: 0 });
      expect(new Set(band.mean)).toEqual(new Set([30]));
    }
    const [whole] = await ask({ xAxis: "wall", points: 100 });
    expect(whole.aligned).toBe(aligned);
    const [bySteps] = await ask({ points: 100 });
    expect(bySteps).toMatchObject({ runs: 2, restarted: 0, hidden: 0 });
  }
});

test("a counter that goes on with the new attempt keeps a resumed run, and one that begins again does not", async () => {
  for (const [from, restarted] of [
    [100, 0],
    [0, 1],
  ] as const) {
    const { ask, world, runs } = groupOf([steps(10, () => 1)]);
    const episodes = (first: number) => steps(10, (s) => first + 10 * s).map(([x, v]): TestPoint => [x, v]);
    addPoints(world, runs[0].attemptId, "progress/episodes", episodes(0));
    const second = resume(world, runs[0].attemptId);
    const later = (points: TestPoint[]) => points.map(([x, v]): TestPoint => [x + 10, v]);
    addPoints(world, second, METRIC, later(steps(10, () => 3)));
    addPoints(world, second, "progress/episodes", later(episodes(from)));
    const [band] = await ask({ xAxis: "episodes" });
    expect(band.restarted).toBe(restarted);
    expect(band.mean).toEqual(restarted === 1 ? [] : [...Array(10).fill(1), ...Array(10).fill(3)]);
  }
});

test("a group without points is there and empty; a run with only another axis is drawn over that", async () => {
  const { ask, world, runs } = groupOf([[], []]);
  expect((await ask())[0]).toMatchObject({ runs: 0, sent: 0, begun: 2, x: [], n: [] });
  addPoints(
    world,
    runs[0].attemptId,
    METRIC,
    steps(3, (s) => s),
    "tokens",
  );
  expect((await ask())[0]).toMatchObject({ axis: "tokens", runs: 1, n: [1, 1, 1] });
  expect((await ask({ from: 10 }))[0]).toMatchObject({ axis: "tokens", runs: 0, sent: 1, x: [] });
  addPoints(
    world,
    runs[1].attemptId,
    METRIC,
    steps(2, (s) => s),
  );
  expect((await ask())[0]).toMatchObject({ axis: "step", runs: 1, n: [1, 1] });
});

test("a band says which of the asked runs it is of: those with a finite point between the bounds", async () => {
  const { ask, runIds } = groupOf([
    steps(3, () => 1),
    [],
    steps(9, () => 2),
    steps(3, () => Number.NaN),
    steps(5, (s) => (s < 4 ? Infinity : 1)),
  ]);
  const membersOf = async (more: Partial<BandsInput>) =>
    (await ask(more))[0].members.map((id) => runIds.indexOf(id));
  expect(await membersOf({})).toEqual([0, 2, 4]);
  expect(await membersOf({ to: 3 })).toEqual([0, 2]);
  expect(await membersOf({ from: 6 })).toEqual([2]);
  expect(await membersOf({ from: 20 })).toEqual([]);
});

test("a line of means alone is the same, without the other middles and the extremes", async () => {
  const { ask } = groupOf([steps(3, (s) => s), steps(3, (s) => 2 * s), steps(3, (s) => 5 * s)]);
  const [whole] = await ask();
  const [means] = await ask({ statistics: "mean" });
  expect(means).toEqual({ ...whole, median: [], iqm: [], min: [], max: [] });
});

test("long lines are the same whether all of them is asked for or all between their first and last x", async () => {
  const { ask } = groupOf([
    steps(900, (s) => Math.sin(s / 50)),
    steps(700, (s) => (s % 90 === 0 ? Number.NaN : s / 100)),
    steps(800, (s) => 3 - s / 400),
    steps(600, () => Number.NaN),
  ]);
  const [[whole], [between]] = [await ask({ points: 60 }), await ask({ points: 60, from: 1, to: 900 })];
  expect(whole).toEqual(between);
  expect([whole.aligned, whole.runs, whole.members.length]).toEqual(["binned", 4, 3]);
});
