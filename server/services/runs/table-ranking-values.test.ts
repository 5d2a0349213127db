import { expect, test } from "vitest";
import { A, B, linesOf, play, rr, type Measured, type Told } from "./testing.ts";

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
    rr(0.5, { on: A }),
  ];
  expect((await linesOf(play(told), [RR])).lines).toEqual([
    '2 ranked: measured on 8 problems of "set of 8", at most 20 steps',
    0.7,
    0.5,
    "2 not ranked: measured in several ways while they trained",
    0.95,
    0.9,
  ]);
  const grouped = await linesOf(play(told), [RR], { group: "label" });
  expect(grouped.lines).toContain("mixed evaluations");
});

test("in a group what a run has no value of does not set it apart from the others", async () => {
  const both = (value: number, reward?: number): Told => ({
    stream: { "eval/rr": value, ...(reward !== undefined && { "reward/raw": reward }) },
    evaluations: [{ on: A }],
  });
  const world = play([both(0.9, 1), both(0.8), both(0.4, 1), both(0.5, 1)], 2);
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
