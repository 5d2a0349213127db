import { expect, test } from "vitest";
import { RunChecksInput, RunTableInput, type RunEntry } from "../../contracts/run-table.ts";
import { joinWorker, launch, makeWorld, started, startNext } from "../testing.ts";
import { runTableCurves } from "./curves.ts";
import { runTable } from "./table.ts";

const VIEW = RunChecksInput.parse({});
const rewards = (values: (number | "NaN")[]) =>
  values.map((value, i) => ({
    t: "points" as const,
    step: i + 1,
    at: 10 + i,
    values: { "reward/raw": value },
  }));

test("a curve keeps a spike of one step in a thousand, on the scale between its lowest and highest value", async () => {
  const { world, attempt } = started();
  const values = Array.from({ length: 1000 }, (_, i) => (i === 500 ? 9 : i / 1000));
  for (let at = 0; at < 1000; at += 100) attempt.send(...rewards(values).slice(at, at + 100));
  const { curves } = await runTableCurves(world.ctx, VIEW);
  const curve = curves[attempt.runId];
  expect([curve.metric, curve.low, curve.high]).toEqual(["reward/raw", 0, 9]);
  expect(curve.values.filter((value) => value === 99)).toHaveLength(1);
  expect(curve.values.length).toBeLessThanOrEqual(80);
});

test("where no number was measured there is a gap, and a run without a point has no curve", async () => {
  const { world, attempt } = started();
  attempt.send(...rewards([0, 0.5, "NaN", 1]));
  launch(world, {}, { title: "still queued" });
  const { curves } = await runTableCurves(world.ctx, VIEW);
  expect(curves[attempt.runId].values).toEqual([0, 50, null, 99]);
  expect(Object.keys(curves)).toEqual([attempt.runId]);
});

test("a run has the colour of its configuration on the page of its experiment: of the baseline it is ink", async () => {
  const world = makeWorld();
  launch(world, { presets: ["baseline", "no_kl", "dynamic"] });
  const { entries } = await runTable(world.ctx, RunTableInput.parse({}));
  const colours = new Map((entries as RunEntry[]).map(({ run }) => [run.label, run.colour]));
  expect(Object.fromEntries(colours)).toEqual({ baseline: "ink", no_kl: 1, dynamic: 2 });
});

test("what all runs of a view share is said once, and nothing of a single run", async () => {
  const world = makeWorld();
  launch(world, { presets: ["baseline", "no_kl"], seeds: [0] }, { title: "One question" });
  const same = async (view = {}) =>
    (await runTable(world.ctx, RunTableInput.parse(view))).same.map(({ words }) => words);
  expect(await same()).toEqual(["One question", "recipe grpo", "seed 0"]);
  expect(await same({ search: "no_kl" })).toEqual([]);
  startNext(world, joinWorker(world)).finish();
  launch(world, { seeds: [1] }, { title: "Another" });
  expect(await same()).toEqual(["recipe grpo"]);
});

test("seeds of a configuration share one scale, each as long as it has come; a group of several configurations has no curve", async () => {
  const world = makeWorld();
  launch(world, { presets: ["baseline", "no_kl"], seeds: [0, 1] });
  const worker = joinWorker(world);
  for (const top of [1, 2, 4, 8]) {
    const attempt = startNext(world, worker);
    attempt.send(...rewards(top === 1 ? [0, 1] : [0, top, top, top]));
    attempt.finish();
  }
  const grouped = async (group: string) =>
    Object.values((await runTableCurves(world.ctx, RunChecksInput.parse({ group }))).groups);
  const curves = await grouped("label");
  expect(curves).toHaveLength(2);
  const first = curves.find(({ lines }) => lines.some(({ reach }) => reach < 1));
  expect(first?.lines.map(({ reach }) => reach).toSorted((a, b) => a - b)).toEqual([0.5, 1]);
  for (const { low, high, lines } of curves) {
    expect(low).toBe(0);
    expect(Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))).toBe(99);
    expect([2, 4, 8]).toContain(high);
  }
  expect(await grouped("recipe")).toEqual([]);
});
