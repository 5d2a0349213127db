import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { populationDiff, type ProblemRef } from "./population-diff.ts";

const problem = (hash: string, type = "A", level: string | null = "1"): ProblemRef => ({ hash, type, level });
const list = (...hashes: string[]) => hashes.map((hash) => problem(hash));

describe("how two populations lie to each other", () => {
  const cases: [string, ProblemRef[], ProblemRef[], string, boolean][] = [
    ["the same in another order", list("x", "y"), list("y", "x"), "equal", true],
    ["the same problems, one of them twice", list("x", "y"), list("x", "y", "y"), "equal", false],
    ["one inside the other", list("x"), list("x", "y"), "a_inside_b", false],
    ["the other inside the one", list("x", "y"), list("y"), "b_inside_a", false],
    ["some in common", list("x", "y"), list("y", "z"), "overlap", false],
    ["nothing in common", list("x"), list("z"), "disjoint", false],
    ["nothing and something", [], list("z"), "a_inside_b", false],
    ["nothing and nothing", [], [], "equal", true],
  ];
  test.each(cases)("%s", (_, a, b, relation, identical) => {
    expect(populationDiff(a, b)).toMatchObject({ relation, identical });
  });
});

test("it names what is on one side only, what is listed twice and what changed its label", () => {
  const diff = populationDiff(
    [problem("same"), problem("gone"), problem("twice"), problem("twice"), problem("moved", "A")],
    [problem("same"), problem("new"), problem("twice"), problem("moved", "B")],
  );
  expect(diff).toMatchObject({
    onlyA: ["gone"],
    onlyB: ["new"],
    repeatedA: ["twice"],
    repeatedB: [],
    relabelled: ["moved"],
    shared: 3,
    nA: 5,
    distinctA: 4,
  });
});

test("the mix tables hold counts and shares of every kind, missing ones as 0", () => {
  const diff = populationDiff(
    [problem("1", "A"), problem("2", "A"), problem("3", "B", "3-4"), problem("4", "B", null)],
    [problem("5", "A"), problem("6", "C")],
  );
  expect(diff.byType).toEqual([
    { kind: "A", a: 2, b: 1, shareA: 0.5, shareB: 0.5 },
    { kind: "B", a: 2, b: 0, shareA: 0.5, shareB: 0 },
    { kind: "C", a: 0, b: 1, shareA: 0, shareB: 0.5 },
  ]);
  expect(diff.byLevel.map((row) => row.kind)).toEqual(["1", "3-4", "unknown"]);
  expect(diff.mixDistance).toBeCloseTo(0.5, 15);
});

test("an empty side has no shares and no distance", () => {
  const diff = populationDiff([], list("x"));
  expect(diff.byType).toEqual([{ kind: "A", a: 0, b: 1, shareA: null, shareB: 1 }]);
  expect(diff.mixDistance).toBeNull();
});

test("swapping the sides swaps the answer", () => {
  const side = fc.array(
    fc.constantFrom("p", "q", "r", "s", "t").map((hash) => problem(hash)),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(side, side, (a, b) => {
      const there = populationDiff(a, b);
      const back = populationDiff(b, a);
      return (
        there.shared === back.shared &&
        there.identical === back.identical &&
        there.onlyA.join() === back.onlyB.join() &&
        there.shared + there.onlyA.length === there.distinctA &&
        there.mixDistance === back.mixDistance
      );
    }),
  );
});
