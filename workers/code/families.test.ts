import { beforeAll, describe, expect, test } from "vitest";
import { stream } from "../math/rng.ts";
import { FAMILIES, familiesOf, WEAK } from "./families/all.ts";
import { Grader } from "./grade.ts";
import { readDerivation, writeProgram } from "./grammar.ts";
import { caseOverlap, HIDDEN_CASES, makeProblems, SHOWN_CASES, statementOf, UsedUpError } from "./problem.ts";
import { encodeAnswer, Sandbox } from "./sandbox.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.load();
});

const EACH = 3;
const DIFFICULTIES = Array.from({ length: 10 }, (_, k) => k + 1);

test("there are 21 families: the 11 and the 10 of the reports, four of them weak", () => {
  expect(FAMILIES.map(({ id }) => id)).toHaveLength(21);
  expect(familiesOf("basic")).toHaveLength(11);
  expect(familiesOf("hard")).toHaveLength(10);
  expect(familiesOf("weak").map(({ id }) => id)).toEqual([
    "edit_distance",
    "knapsack",
    "coin_change",
    "n_queens",
  ]);
  expect(familiesOf("fizzbuzz").map(({ id }) => id)).toEqual(["fizzbuzz"]);
  expect(familiesOf("nothing")).toEqual([]);
  expect(WEAK).toHaveLength(4);
});

describe.each(FAMILIES)("$id", (family) => {
  const problems = (difficulty: number) =>
    makeProblems(
      "train",
      { families: [family], difficulties: [difficulty, difficulty], count: EACH, seed: difficulty },
      new Set(),
    );

  test("its reference passes every case of every difficulty, shown ones too", () => {
    const program = writeProgram(readDerivation(family.reference));
    for (const difficulty of DIFFICULTIES)
      for (const { shown, hidden } of problems(difficulty)) {
        const cases = [...shown, ...hidden];
        const { ending, answers } = sandbox.run(
          program,
          cases.map((one) => one.args),
        );
        expect([ending, answers], `difficulty ${difficulty}`).toEqual([
          "answered",
          cases.map((one) => one.expected),
        ]);
      }
  });

  test.each(family.mistakes)("the mistake %s is found at every difficulty", (mistake) => {
    const grader = new Grader(sandbox);
    const program = writeProgram(readDerivation(mistake));
    for (const difficulty of DIFFICULTIES) {
      const grades = problems(difficulty).map((problem) => grader.grade(problem, program));
      expect(
        grades.some(({ solved }) => !solved),
        `difficulty ${difficulty}`,
      ).toBe(true);
    }
  });
});

test("problems are the same from the same seed, of every family and difficulty in turn, and none twice", () => {
  const choice = { families: FAMILIES, difficulties: [1, 10] as const, count: 210, seed: 42 };
  const taken = new Set<string>();
  const heldOut = makeProblems("held_out", choice, taken);
  const train = makeProblems("train", choice, taken);
  expect(new Set([...heldOut, ...train].map(({ hash }) => hash)).size).toBe(420);
  expect(taken.size).toBe(420);
  expect(makeProblems("held_out", choice, new Set()).map(({ hash }) => hash)).toEqual(
    heldOut.map(({ hash }) => hash),
  );
  for (const family of FAMILIES) {
    const own = heldOut.filter((problem) => problem.family === family);
    expect(own.map(({ difficulty }) => difficulty)).toEqual(DIFFICULTIES);
    for (const { hidden, shown } of own)
      expect([hidden.length, shown.length]).toEqual([HIDDEN_CASES, SHOWN_CASES]);
  }
  expect(caseOverlap(heldOut, heldOut)).toBe(1);
  expect(caseOverlap(heldOut, train)).toBeLessThan(0.5);
});

test("a family that has no further instance says so instead of repeating one", () => {
  const [queens] = familiesOf("n_queens");
  const choice = {
    families: [{ ...queens, make: () => [4] }],
    difficulties: [1, 1] as const,
    count: 2,
    seed: 1,
  };
  expect(() => makeProblems("train", choice, new Set())).toThrow(UsedUpError);
});

test("a statement shows the task and its shown cases, and none of the hidden answers' cases", () => {
  const [problem] = makeProblems(
    "held_out",
    { families: familiesOf("lcs"), difficulties: [9, 9], count: 1, seed: 3 },
    new Set(),
  );
  const text = statementOf(problem);
  expect(text).toContain("Longest common subsequence, difficulty 9");
  expect(text).toContain("Write solve(a, b).");
  for (const { args } of problem.shown) expect(text).toContain(JSON.stringify(args[0]));
  for (const { args } of problem.hidden) expect(text).not.toContain(JSON.stringify(args[0]));
});

test("the answers to queens are those on record, and a case is drawn without touching its arguments", () => {
  const [queens] = familiesOf("n_queens");
  const program = writeProgram(readDerivation(queens.reference));
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8];
  // OEIS A000170.
  const { answers } = sandbox.run(
    program,
    sizes.map((n) => [n]),
  );
  expect(answers).toEqual([1, 0, 0, 2, 10, 4, 40, 92].map(String));
  const [merge] = familiesOf("merge_intervals");
  const args = merge.make(stream(1), 5, 0);
  const before = JSON.stringify(args);
  encodeAnswer(merge.answer(...(structuredClone(args) as never[])));
  expect(JSON.stringify(args)).toBe(before);
});
