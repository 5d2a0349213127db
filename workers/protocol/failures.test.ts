import { expect, test } from "vitest";
import type { JudgedEpisode } from "../../packs/pack.ts";
import { countKinds, failureKind, weakParts } from "./failures.ts";

const episode = (over: Partial<JudgedEpisode>): JudgedEpisode => ({
  of: "repairs",
  solved: false,
  infeasible: true,
  steps: 7,
  maxSteps: 20,
  named: [],
  truth: new Set(["c1", "c2"]),
  ...over,
});

// The order of `collect_sft_failures.py`; the second row is the one failure on record of LLM-for-OR, problem mip_typeD_3862.
test.each([
  ["timeout", { steps: 20, named: ["c1"] }],
  ["partial_diagnosis", { named: ["c7", "c7", "s"], truth: new Set(["s"]) }],
  ["wrong_diagnosis", { named: ["c7"] }],
  ["wrong_diagnosis", {}],
  ["partial_diagnosis", { named: ["c1", "c1"] }],
  ["partial_diagnosis", { named: ["c1", "c9"] }],
  ["wrong_fix", { named: ["c1"] }],
  ["wrong_fix", { named: ["c2", "c1"] }],
  ["other", { infeasible: false, named: ["c1"] }],
  ["other", { named: ["c1"], truth: new Set<string>() }],
  ["timeout", { steps: 20, truth: new Set<string>() }],
  ["slow", { solved: true, infeasible: false, steps: 6 }],
  [null, { solved: true, infeasible: false, steps: 5 }],
] as const)("an episode is told %s by %o", (kind, over) => {
  expect(failureKind(episode(over as Partial<JudgedEpisode>), 5)).toBe(kind);
});

test("no success is slow where no number of steps is", () => {
  expect(failureKind(episode({ solved: true, steps: 19 }), 0)).toBeNull();
});

test("a problem of several faults counts for each of them, and the weakest comes first", () => {
  const looked = [
    { type: "AB", level: "hard", kind: "timeout" },
    { type: "AA", level: "hard", kind: null },
    { type: "B", level: "easy", kind: "slow" },
  ] as const;
  expect(weakParts(looked, ({ type }) => [...new Set(type)])).toEqual([
    { name: "B", n: 2, failed: 1, slow: 1, weight: null },
    { name: "A", n: 2, failed: 1, slow: 0, weight: null },
  ]);
  expect(countKinds(looked.map(({ kind }) => kind)).filter(({ count }) => count > 0)).toEqual([
    { kind: "timeout", count: 1 },
    { kind: "slow", count: 1 },
  ]);
});
