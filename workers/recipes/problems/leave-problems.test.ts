import { expect, test } from "vitest";
import { problemFromRecord } from "../../lab/env/from-benchmark.ts";
import { generateProblem } from "../../lab/env/generate.ts";
import { unpackProblems } from "../../protocol/packed-problems.ts";
import { problemsEvent, recordOf } from "./leave-problems.ts";

const problems = (["easy", "medium", "hard"] as const).flatMap((level) =>
  Array.from({ length: 20 }, (_, i) => generateProblem(3, i, level)),
);

test("a problem that was stored and read again is the same one, with the same roots", () => {
  for (const problem of problems) {
    const again = problemFromRecord(recordOf(problem));
    expect(again.contentHash).toBe(problem.contentHash);
    expect(again.faults).toEqual(problem.faults);
    expect(again.injected).toEqual(problem.injected);
    expect(again.model.A).toEqual(problem.model.A);
  }
});

test("a set keeps each content once and names itself by it, whatever its order", () => {
  const records = problems.map(recordOf);
  const event = problemsEvent("all", [...records, { ...records[0], key: "again" }], ["made for a test"], 1);
  expect(event.n).toBe(problems.length);
  expect(problemsEvent("other", records.toReversed(), [], 2).hash).toBe(event.hash);
  expect(unpackProblems(event.data).problems).toHaveLength(problems.length);
});

test("an empty set is refused, since no run could use it", () => {
  expect(() => problemsEvent("failures", [], [], 1)).toThrow('The set "failures" would be empty');
});
