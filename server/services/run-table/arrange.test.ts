import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arrange, type OrderedRun, type Standing, type TablePart } from "./arrange.ts";
import { placesOf, type Place } from "./places.ts";

const run = (runId: string, rewardHash: string, group: string | null, key: number | null): OrderedRun => ({
  runId,
  attemptId: null,
  rewardHash,
  group,
  key,
  valued: key === null ? 0 : 1,
});
/** Runs that have a value are ranked by reward function, those of "?" by none. */
const byReward = ({ rewardHash, key }: OrderedRun): Standing => {
  if (key === null) return { kind: "empty", as: "" };
  return rewardHash === "?" ? { kind: "unranked", as: "?" } : { kind: "ranked", as: rewardHash };
};
const partsIn = (parts: TablePart[] | null) => parts?.map(({ kind, as, n }) => `${kind} ${as} ${n}`);
const names = (runs: OrderedRun[]) => runs.map((r) => r.runId).join(" ");

test("without groups and parts the runs stay as they were sorted", () => {
  const sorted = [run("b", "r1", null, 2), run("a", "r2", null, 1)];
  const { runs, groups, parts } = arrange(sorted, { grouped: false, meanOrder: null, standing: null });
  expect([names(runs), groups, parts]).toEqual(["b a", null, null]);
});

test("sorted by a training reward, runs of different reward functions stand apart, the largest part first", () => {
  const sorted = [
    run("a", "r1", null, 9),
    run("b", "r2", null, 8),
    run("c", "r2", null, 7),
    run("d", "r1", null, 6),
    run("e", "r2", null, 5),
  ];
  const { runs, parts } = arrange(sorted, { grouped: false, meanOrder: "desc", standing: byReward });
  expect(names(runs)).toBe("b c e a d");
  expect(parts).toEqual([
    { kind: "ranked", as: "r2", start: 0, n: 3 },
    { kind: "ranked", as: "r1", start: 3, n: 2 },
  ]);
});

test("one reward function needs no parts", () => {
  const sorted = [run("a", "r1", null, 9), run("b", "r1", null, 8)];
  expect(arrange(sorted, { grouped: false, meanOrder: "desc", standing: byReward }).parts).toBeNull();
});

test("groups follow their mean of finite values, groups without a value come last, runs inside keep their order", () => {
  const sorted = [
    run("a", "r", "x", 10),
    run("b", "r", "y", 6),
    run("c", "r", "y", 5),
    run("d", "r", "x", 0),
    run("e", "r", "z", null),
  ];
  const ways = (meanOrder: "asc" | "desc") => {
    const { runs, groups } = arrange(sorted, { grouped: true, meanOrder, standing: null });
    return [groups?.map((g) => g.value).join(" "), names(runs)];
  };
  expect(ways("desc")).toEqual(["y x z", "b c a d e"]);
  expect(ways("asc")).toEqual(["x y z", "a d b c e"]);
});

test("without a mean to go by, a group stands where the first of its runs does", () => {
  const sorted = [run("a", "r", null, null), run("b", "r", "y", null), run("c", "r", null, null)];
  const { groups } = arrange(sorted, { grouped: true, meanOrder: null, standing: null });
  expect(groups?.map(({ value, start, n }) => [value, start, n])).toEqual([
    [null, 0, 2],
    ["y", 2, 1],
  ]);
});

test("a group that mixes reward functions is not ranked: it stands in the last part", () => {
  const sorted = [run("a", "r1", "mixed", 100), run("b", "r2", "mixed", 99), run("c", "r1", "pure", 1)];
  const { groups, parts } = arrange(sorted, { grouped: true, meanOrder: "desc", standing: byReward });
  expect(groups?.map((g) => g.value)).toEqual(["pure", "mixed"]);
  expect(partsIn(parts)).toEqual(["ranked r1 1", "unranked  2"]);
});

const orderedRuns = fc.array(
  fc.record({
    rewardHash: fc.constantFrom("r1", "r2", "?"),
    group: fc.constantFrom("x", "y", "z", null),
    key: fc.option(fc.integer({ min: -5, max: 5 })),
  }),
  { maxLength: 40 },
);

test("whatever the arrangement, every run stands in it once, and windows put end to end are the whole table", () => {
  fc.assert(
    fc.property(
      orderedRuns,
      fc.boolean(),
      fc.boolean(),
      fc.subarray(["x", "y", "z", null]),
      fc.integer({ min: 1, max: 7 }),
      (rows, grouped, apart, open, limit) => {
        const sorted = rows.map((row, i) => ({
          ...row,
          runId: `run ${i}`,
          attemptId: null,
          valued: row.key === null ? 0 : 1,
        }));
        const arrangement = arrange(sorted, {
          grouped,
          meanOrder: "desc",
          standing: apart ? byReward : null,
        });
        expect(arrangement.runs.map((r) => r.runId).sort()).toEqual(sorted.map((r) => r.runId).sort());
        const isOpen = (group: { value: string | null }) => open.includes(group.value);
        const whole = placesOf(arrangement, isOpen, 0, 1000);
        expect(whole.places).toHaveLength(whole.length);
        const pieces: Place[] = [];
        for (let offset = 0; offset < whole.length; offset += limit)
          pieces.push(...placesOf(arrangement, isOpen, offset, limit).places);
        expect(pieces).toEqual(whole.places);
        const shown = whole.places.filter((place) => place.kind === "run");
        const expected = grouped ? sorted.filter((r) => open.includes(r.group)).length : sorted.length;
        expect(shown).toHaveLength(expected);
      },
    ),
  );
});

test("where every group mixes, that is said of all of them instead of ranking them", () => {
  const sorted = [
    run("a", "r1", "x", 9),
    run("b", "r2", "x", 8),
    run("c", "r1", "y", 10),
    run("d", "r2", "y", 9),
  ];
  const { groups, parts } = arrange(sorted, { grouped: true, meanOrder: "desc", standing: byReward });
  expect(partsIn(parts)).toEqual(["unranked  4"]);
  expect(groups?.map(({ value }) => value)).toEqual(["x", "y"]);
});

test("runs of which it is unknown what they share stand apart if they have a value", () => {
  const sorted = [run("a", "?", null, 9), run("b", "r1", null, 8), run("c", "?", null, null)];
  const { runs, parts } = arrange(sorted, { grouped: false, meanOrder: "desc", standing: byReward });
  expect([names(runs), partsIn(parts)]).toEqual(["b a c", ["ranked r1 1", "unranked ? 1", "empty  1"]]);
});

test("runs without a value make nothing stand apart, and come last where something does", () => {
  const one = [run("a", "r1", null, 9), run("b", "r2", null, null), run("c", "r1", null, 8)];
  const together = arrange(one, { grouped: false, meanOrder: "desc", standing: byReward });
  expect([names(together.runs), together.parts]).toEqual(["a b c", null]);
  const two = [run("b", "r1", null, null), run("a", "r1", null, 9), run("c", "r2", null, 8)];
  const apart = arrange(two, { grouped: false, meanOrder: "desc", standing: byReward });
  expect([names(apart.runs), partsIn(apart.parts)]).toEqual([
    "a c b",
    ["ranked r1 1", "ranked r2 1", "empty  1"],
  ]);
});

test("a group stands as its runs with a value do, and unranked where only some of them are known", () => {
  const sorted = [
    run("a", "r1", "x", 9),
    run("b", "r2", "x", null),
    run("c", "r2", "y", 1),
    run("d", "r1", "z", 8),
    run("e", "?", "z", 7),
  ];
  const { groups, parts } = arrange(sorted, { grouped: true, meanOrder: "desc", standing: byReward });
  expect(partsIn(parts)).toEqual(["ranked r1 2", "ranked r2 1", "unranked  2"]);
  expect(groups?.map(({ value }) => value)).toEqual(["x", "y", "z"]);
});
