import { expect, test } from "vitest";
import { A, B, linesOf, play, rr, type Told } from "../runs/testing.ts";

const RR = "-metric:eval/rr:last";
const RAW = "-metric:reward/raw:last";

test("sorted by an evaluation, runs measured on other problems or by another protocol stand apart, ranked among themselves", async () => {
  const short = { maxSteps: 9 };
  const world = play([
    rr(0.2, { on: A }),
    rr(0.9, { on: B }),
    rr(0.4, { on: A }),
    rr(0.5, { on: A }),
    rr(0.8, { on: B }),
    rr(0.7, { on: A, protocol: short }),
  ]);
  const { lines, entries, note } = await linesOf(world, [RR]);
  expect(lines).toEqual([
    '3 ranked: measured on 8 problems of "set of 8", at most 20 steps',
    0.5,
    0.4,
    0.2,
    '2 ranked: measured on 6 problems of "set of 6", at most 20 steps',
    0.9,
    0.8,
    '1 ranked: measured on 8 problems of "set of 8", at most 9 steps',
    0.7,
  ]);
  expect(entries[0]).toMatchObject({
    tip: expect.stringMatching(/greedy, temperature 0, .* evaluation seed 1$/),
  });
  expect(note).toMatch(/so the 3 ways of measuring stand apart\.$/);
});

test("measured in one way, runs need no parts; an x or a count of an evaluation is no outcome", async () => {
  expect((await linesOf(play([rr(0.2, { on: A }), rr(0.9, { on: A }), {}]), [RR])).lines).toEqual([
    0.9,
    0.2,
    null,
  ]);
  const two = play([rr(0.2, { on: A }), rr(0.9, { on: B })]);
  expect((await linesOf(two, ["-metric:eval/rr:n"])).lines).toHaveLength(2);
});

test("how DA was counted sets DA apart and nothing else", async () => {
  const told = [0.1, 0.2].map((value, i): Told => ({
    stream: { "eval/rr": value, "eval/da": value },
    evaluations: [{ on: A, protocol: i === 1 ? { daDefinition: "set recall" } : {} }],
  }));
  expect((await linesOf(play(told), [RR])).lines).toEqual([0.2, 0.1]);
  expect((await linesOf(play(told), ["-metric:eval/da:last"])).lines).toEqual([
    expect.stringMatching(/^1 ranked: measured on 8 .*, DA /),
    expect.any(Number),
    expect.stringMatching(/^1 ranked: measured on 8 .*, DA /),
    expect.any(Number),
  ]);
});

test("an evaluation that left problems out is one of the problems it has, told apart by their hash where they are called the same", async () => {
  const first = [0, 5] as const;
  const last = [3, 8] as const;
  const world = play([
    rr(0.1, { on: A, rows: first }),
    rr(0.2, { on: A, rows: last }),
    rr(0.3, { on: A, rows: first }),
  ]);
  const { lines } = await linesOf(world, [RR]);
  const heads = lines.filter((line) => typeof line === "string");
  expect(heads).toEqual([
    expect.stringMatching(/^2 ranked: measured on 5 of 8 problems of "set of 8" \([0-9a-f]{8}\)$/),
    expect.stringMatching(/^1 ranked: measured on 5 of 8 problems of "set of 8" \([0-9a-f]{8}\)$/),
  ]);
  expect(heads[0]?.slice(-10)).not.toBe(heads[1]?.slice(-10));
});

test("a value that may come from any evaluation is ranked only where all of them were made in one way", async () => {
  const world = play([
    rr(0.9, { on: A, step: 4, rows: [0, 3] }, { on: A }),
    rr(0.5, { on: A, step: 4 }, { on: A }),
    rr(0.6, { on: A }),
  ]);
  expect((await linesOf(world, [RR])).lines).toEqual([0.9, 0.6, 0.5]);
  expect((await linesOf(world, ["-metric:eval/rr:best"])).lines).toEqual([
    expect.stringMatching(/^2 ranked: measured on 8 problems/),
    0.6,
    0.5,
    "1 not ranked: measured in several ways",
    0.9,
  ]);
  const grouped = await linesOf(world, ["-metric:eval/rr:best"], { group: "label" });
  expect(grouped.lines.at(-1)).toBe("mixed evaluations");
});

test("a value that no evaluation on record has is not ranked: a last one of another step, one of several with fewer on record", async () => {
  const world = play([
    { ...rr(0.9, { on: A, step: 4 }), also: [12] },
    { ...rr(0.7, { on: A }), also: [4] },
    rr(0.5, { on: A }),
  ]);
  const unrecorded = (n: number) => `${n} not ranked: values that no evaluation on record has`;
  const ranked = (n: number) => `${n} ranked: measured on 8 problems of "set of 8"`;
  expect((await linesOf(world, [RR])).lines).toEqual([ranked(2), 0.7, 0.5, unrecorded(1), 0.9]);
  const best = await linesOf(world, ["-metric:eval/rr:best"]);
  expect(best.lines).toEqual([ranked(1), 0.5, unrecorded(2), 0.9, 0.7]);
  expect((await linesOf(world, [RR], { group: "label" })).lines.at(-1)).toBe("mixed evaluations");
});

test("where no value of any run is on record none is ranked, and a mean says why it is none", async () => {
  const world = play([
    { ...rr(0.9, { on: A, step: 4 }), also: [12] },
    { ...rr(0.7, { on: A, step: 4 }), also: [12] },
  ]);
  const said = "values that no evaluation on record has";
  expect((await linesOf(world, [RR])).lines[0]).toBe(`2 not ranked: ${said}`);
  const { entries } = await linesOf(world, [RR], { group: "label" });
  expect(entries.at(-1)).toMatchObject({
    cells: [{ refused: "mixed evaluations", method: expect.stringContaining(said) }],
  });
});

test("each value is asked for on record by itself: the last, the extreme, of the metrics that have one", async () => {
  const told = (values: Record<number, Record<string, number>>, ...evaluated: number[]): Told => ({
    values,
    evaluations: evaluated.map((step) => ({ on: A, step })),
  });
  const unrecorded = (lines: unknown[]) =>
    lines.slice(lines.indexOf("1 not ranked: values that no evaluation on record has") + 1);
  const known = rr(0.5, { on: A });
  // One point and one evaluation, at different steps.
  const elsewhere = play([told({ 12: { "eval/rr": 0.95 } }, 4), known]);
  for (const sort of [[RR], ["-metric:eval/rr:best"], ["-metric:eval/rr:mean"], [RR, "-metric:eval/rr:best"]])
    expect(unrecorded((await linesOf(elsewhere, sort)).lines)).toEqual([0.95]);
  const best = play([
    told({ 5: { "eval/rr": 0.1 }, 6: { "eval/rr": 0.9 }, 12: { "eval/rr": 0.3 } }, 2, 3, 12),
    known,
  ]);
  expect(unrecorded((await linesOf(best, ["-metric:eval/rr:best"])).lines)).toEqual([0.9]);
  expect((await linesOf(best, [RR])).lines).toEqual([0.5, 0.3]);
  const odd = { "eval/rr": 0.7, "eval/da": 0.2 };
  const nan = play([told({ 12: odd, 13: { "eval/da": Number.NaN } }, 12), known]);
  expect((await linesOf(nan, [RR, "-metric:eval/da:last"])).lines).toEqual([0.7, 0.5]);
  expect((await linesOf(nan, [RR, "-metric:eval/da:best"])).lines).toEqual([0.7, 0.5]);
  const da = play([told({ 12: { "eval/rr": 0.7, "eval/da": 0.2 }, 13: { "eval/da": 0.3 } }, 12), known]);
  expect(unrecorded((await linesOf(da, [RR, "-metric:eval/da:last"])).lines)).toEqual([0.7]);
});

test("of a run that streamed nothing the evaluation on record stands in the order, in the mean and under conditions", async () => {
  const none = (solved: number): Told => ({ evaluations: [{ on: A, solved }] });
  const world = play([rr(0.25, { on: A }), none(8), rr(0.5, { on: A }), none(0)]);
  expect((await linesOf(world, [RR])).lines).toEqual([1, 0.5, 0.25, 0]);
  expect((await linesOf(world, [RR], { group: "label" })).lines).toEqual([1.75 / 4]);
  const where = [{ column: RR.slice(1), op: "gt", value: "0.4" }] as const;
  expect((await linesOf(world, [RR], { where: [...where] })).lines).toEqual([1, 0.5]);
  const other = play([none(8), { evaluations: [{ on: B, solved: 1 }] }]);
  expect((await linesOf(other, [RR])).lines.filter((line) => typeof line === "string")).toHaveLength(2);
});

test("a run that lacks one of two keys is ranked by the other, and those without the first stand behind", async () => {
  const told = (value: number, reward: number | null): Told => ({
    ...rr(value, { on: A }),
    stream: { "eval/rr": value, ...(reward === null ? {} : { "reward/raw": reward }) },
  });
  const world = play([told(0.95, null), told(0.5, 1), told(0.4, 2), told(0.3, 3)], 2);
  const both = await linesOf(world, [RR, RAW]);
  expect(both.lines).toEqual([
    expect.stringMatching(/^2 ranked: reward function/),
    expect.any(Number),
    expect.any(Number),
    expect.stringMatching(/^1 ranked: (reward function|no finite training reward)/),
    expect.any(Number),
    expect.stringMatching(/^1 ranked: (reward function|no finite training reward)/),
    expect.any(Number),
  ]);
  expect(both.note).not.toContain("without a finite value");
  const first = await linesOf(world, [RAW, RR]);
  expect(first.lines.slice(-2)).toEqual(["1 ranked: no finite training reward", null]);
  const raw = (value: number): Told => ({ stream: { "reward/raw": value } });
  const mixed = play([told(0.9, 0.9), { ...rr(0.4, { on: B }) }, raw(0.7), raw(0.1), {}]);
  const bySeed = await linesOf(mixed, ["seed", RR], { columns: [RAW.slice(1)] });
  expect(bySeed.lines).toContain("3 ranked: no finite value of an evaluation");
  expect((await linesOf(mixed, [RR, "run"])).lines.slice(-4)).toEqual([
    "3 not ranked: no finite value to be ranked by",
    null,
    null,
    null,
  ]);
});

test("a group measured in several ways is not ranked and has no mean", async () => {
  const world = play([rr(0.2, { on: A }), rr(0.3, { on: A }), rr(0.4, { on: B }), rr(0.5, { on: B })], 2);
  const { lines, note } = await linesOf(world, [RR], { group: "label" });
  expect(lines).toEqual([
    "4 not ranked: groups that mix ways of measuring",
    "mixed evaluations",
    "mixed evaluations",
  ]);
  expect(note).toMatch(/are not ranked\.$/);
});

test("runs that streamed an evaluation without its problems stand unranked beside those that were measured on known ones", async () => {
  const world = play([rr(0.9), rr(0.1, { on: A }), rr(0.8), rr(0.2, { on: A })]);
  const apart = [
    '2 ranked: measured on 8 problems of "set of 8"',
    0.2,
    0.1,
    "2 not ranked: no evaluation on record",
    0.9,
    0.8,
  ];
  expect((await linesOf(world, [RR])).lines).toEqual(apart);
  const byLabel = await linesOf(world, ["label", RR], { columns: [RR.slice(1)] });
  expect(byLabel.lines).toEqual(apart);
  const { lines } = await linesOf(world, [RR], { group: "label" });
  expect(lines).toEqual(["4 not ranked: groups that mix ways of measuring", "mixed evaluations"]);
});

test("where no evaluation is on record nothing stands apart, and the order says what is unknown", async () => {
  const world = play([rr(0.9), rr(0.1)]);
  const { lines, note } = await linesOf(world, [RR], {});
  expect(lines).toEqual([0.9, 0.1]);
  expect(note).toMatch(/^Sorted by an evaluation whose problems are not on record/);
  const byLabel = await linesOf(world, ["label", RR]);
  expect(byLabel.note).toMatch(/not on record/);
});

test("reward functions stand apart whatever else the order goes by, and an evaluation that nobody has is not spoken of", async () => {
  const raw = (value: number): Told => ({ stream: { "reward/raw": value } });
  const world = play([raw(0.9), raw(0.4), raw(0.7), raw(0.1)], 2);
  const heads = async (...sort: string[]) => {
    const { lines, note } = await linesOf(world, sort);
    return { note, heads: lines.filter((line) => typeof line === "string") };
  };
  for (const sort of [[RAW], [RAW, RR], [RR, RAW]]) {
    const told = await heads(...sort);
    expect(told.heads).toHaveLength(2);
    expect(told.note).toMatch(/^Sorted by a training reward: .* the 2 reward functions stand apart\.$/);
  }
});

test("sorted by both, what runs share of each is in the head of their part", async () => {
  const both = (value: number, on: string[]): Told => ({
    stream: { "reward/raw": value, "eval/rr": value },
    evaluations: [{ on }],
  });
  const world = play([both(0.9, A), both(0.4, B), both(0.7, A), { stream: { "reward/raw": 0.1 } }], 2);
  const { lines } = await linesOf(world, [RR, RAW]);
  expect(lines.filter((line) => typeof line === "string")).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^1 ranked: reward function .*, measured on 6 problems/),
      expect.stringMatching(/^1 ranked: reward function .*, no finite value of an evaluation$/),
    ]),
  );
});

test("runs without a value make no reward function stand apart", async () => {
  const world = play([{ stream: { "reward/raw": 1 } }, {}, {}, {}], 2);
  expect((await linesOf(world, [RAW])).lines).toEqual([1, null, null, null]);
});
