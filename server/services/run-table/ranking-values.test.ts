import { expect, test } from "vitest";
import { addPoints } from "../series/testing.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  startNext,
} from "../testing.ts";
import { A, B, linesOf, play, rr, type Measured, type Told } from "../runs/testing.ts";

const RR = "-metric:eval/rr:last";
const RAW = "-metric:reward/raw:last";

test("a last value is ranked by the evaluation that it is of, not by a later one that sent none", async () => {
  const earlier = (value: number, first: Partial<Measured>): Told => ({
    values: { 8: { "eval/rr": value } },
    evaluations: [{ on: A, step: 8, ...first }, { on: A }],
  });
  const told = [
    earlier(0.95, { rows: [0, 3] }),
    earlier(0.9, { protocol: { maxSteps: 99 } }),
    earlier(0.7, {}),
    rr(0.5, { on: A, protocol: { maxSteps: 99 } }),
    rr(0.3, { on: A }),
  ];
  expect((await linesOf(play(told), [RR])).lines).toEqual([
    '2 ranked: measured on 8 problems of "set of 8", at most 20 steps',
    0.7,
    0.3,
    '2 ranked: measured on 8 problems of "set of 8", at most 99 steps',
    0.9,
    0.5,
    '1 ranked: measured on 3 of 8 problems of "set of 8", at most 20 steps',
    0.95,
  ]);
  const grouped = await linesOf(play(told), [RR], { group: "label" });
  expect(grouped.lines).toContain("mixed evaluations");
});

test("of two evaluations at the step of a last value it may be either: made in two ways, they rank nothing", async () => {
  const twice: Told = {
    values: { 8: { "eval/rr": 0.9 } },
    evaluations: [
      { on: A, step: 8 },
      { on: A, step: 8, protocol: { maxSteps: 99 } },
    ],
  };
  const { lines } = await linesOf(play([twice, rr(0.3, { on: A })]), [RR]);
  expect(lines).toContain("1 not ranked: measured in several ways");
});

test("a further key that a run has no value of does not set it apart, nor what it is of where it has none", async () => {
  const stale = (value: number, more: Record<string, number> = {}): Told => ({
    values: { 8: { "eval/rr": value, ...more } },
    evaluations: [
      { on: A, step: 8 },
      { on: A, protocol: { maxSteps: 99 } },
    ],
  });
  const world = play([stale(0.9, { "eval/op": Number.NaN }), stale(0.5), stale(0.7, { "eval/op": 0.6 })]);
  for (const sort of [[RR], [RR, "-metric:eval/op:last"], [RR, "-metric:eval/da:last"]])
    expect((await linesOf(world, sort)).lines).toEqual([0.9, 0.7, 0.5]);
});

test("a further key that no run has a value of asks nothing of how it would have been measured", async () => {
  const told = ["da.root", "other"].map((daDefinition, i): Told => ({
    values: { 8: { "eval/rr": i === 0 ? 0.3 : 0.9 } },
    evaluations: [
      { on: A, step: 8, protocol: { daDefinition } },
      { on: A, protocol: { daDefinition, maxSteps: 99 } },
    ],
  }));
  for (const further of ["-metric:eval/da:last", "-metric:eval/op:best"])
    expect((await linesOf(play(told), [RR, further])).lines).toEqual([0.9, 0.3]);
});

test("a share that no point was sent of is ranked by the latest evaluation", async () => {
  const unsent = (solved: number, maxSteps: number): Told => ({
    evaluations: [
      { on: A, step: 4 },
      { on: A, solved, protocol: { maxSteps } },
    ],
  });
  const { lines } = await linesOf(play([unsent(8, 99), unsent(4, 20)]), [RR]);
  expect(lines.filter((line) => typeof line === "string")).toHaveLength(2);
});

test("a value that was sent over another x than train step may be of any of a run's evaluations", async () => {
  const world = makeWorld();
  launch(world, { seeds: [0, 1, 2] });
  const worker = joinWorker(world, { slots: 3 });
  for (const [value, maxSteps] of [
    [1, 99],
    [0.75, 20],
    [0.5, 20],
  ]) {
    const run = startNext(world, worker);
    run.send(populationEvent(A), evaluationEvent(A, 1, { step: 4, key: "first", maxSteps }));
    run.send(evaluationEvent(A, 1, { step: 12 }));
    addPoints(world, run.attemptId, "eval/op", [[4, value]], "episode");
  }
  expect((await linesOf(world, ["-metric@episode:eval/op:last"])).lines).toEqual([
    '2 ranked: measured on 8 problems of "set of 8", at most 20 steps',
    0.75,
    0.5,
    "1 not ranked: measured in several ways",
    1,
  ]);
});

test("reward functions that read alike are told apart by their hashes, in rows and group heads too", async () => {
  const world = makeWorld();
  launch(world, { edits: { reward: "composite" }, factors: [{ name: "max_steps", levels: [5, 20] }] });
  const worker = joinWorker(world, { slots: 2 });
  for (const value of [0.9, 0.3]) {
    const run = startNext(world, worker);
    run.send(...pointsEvents({ "reward/shaped": value }, 1));
    run.finish();
  }
  const { entries } = await linesOf(world, ["-metric:reward/shaped:last"]);
  const heads = entries.flatMap((entry) => (entry.kind === "part" ? entry.head : []));
  expect(heads).toEqual(heads.map(() => expect.stringMatching(/^reward function .* \([0-9a-f]{8}\)$/)));
  expect(new Set(heads).size).toBe(2);
  const words = new Set(heads.map((head) => head.replace("reward function ", "")));
  expect(new Set(entries.flatMap((entry) => (entry.kind === "run" ? entry.run.reward : [])))).toEqual(words);
  const grouped = (await linesOf(world, ["-metric:reward/shaped:last"], { group: "reward" })).entries;
  expect(new Set(grouped.flatMap((entry) => (entry.kind === "group" ? entry.title : [])))).toEqual(words);
});

test("in a group what a run has no value of does not set it apart from the others", async () => {
  const both = (value: number, reward?: number): Told => ({
    stream: { "eval/rr": value, ...(reward !== undefined && { "reward/raw": reward }) },
    evaluations: [{ on: A }],
  });
  const world = play([both(0.9, 1), both(0.8), both(0.4), both(0.5, 1)], 2);
  const { lines } = await linesOf(world, [RR, RAW], { group: "label" });
  expect(lines.filter((line) => typeof line === "string").map((head) => head.replace(/:.*/, ""))).toEqual([
    "2 ranked",
    "2 ranked",
  ]);
});

test("a way is called after the whole population where there is one, whichever run comes first", async () => {
  const part = A.slice(0, 5);
  const told = [rr(0.3, { on: A, rows: [0, 5] }), rr(0.2, { on: part }), rr(0.1, { on: B })];
  for (const sort of [RR, RR.slice(1)]) {
    const { lines } = await linesOf(play(told), [sort]);
    expect(lines[0]).toMatch(/^2 ranked: measured on 5 problems of "set of 5"/);
  }
});
