import { expect, test } from "vitest";
import type {
  DifficultyCurve,
  DifficultyRow,
  PolicyLevel,
  TypeLevels,
} from "../../../server/contracts/benchmark.ts";
import {
  compositionText,
  difficultyFinding,
  inversionText,
  notShownTexts,
  policyFinding,
  typesFinding,
} from "./difficulty.ts";

const share = (hits: number, n = 100) => ({ value: hits / n, low: hits / n, high: hits / n, n, hits });
const bands = { easy: [0.9, 1], medium: [0.6, 0.8], hard: [0.3, 0.5] } as const;

const levels = (faults: number[]): DifficultyCurve["levels"] =>
  Object.entries(bands).map(([level, [low, high]], k) => ({
    level,
    n: 100,
    band: { low, high },
    daCeiling: { value: null, low: null, high: null, n: 0 },
    faults: { mean: faults[k], n: 100 },
    conflict: { mean: null, n: 0 },
  }));

const row = (
  verdicts: PolicyLevel["verdict"][],
  inversions: DifficultyRow["inversions"] = [],
): DifficultyRow => ({
  evaluationId: "evl_1",
  runId: "run_1",
  runName: "sft-s0",
  what: "SFT",
  isPlayer: false,
  decoding: "greedy",
  at: 1,
  n: 300,
  levels: Object.keys(bands).map((level, k) => ({
    level,
    rrAt5: share(70),
    da: { value: null, low: null, high: null, n: 0 },
    verdict: verdicts[k],
  })),
  inversions,
});

test("what is not settled is said as that, and what is as wanted beside it", () => {
  const told = (...verdicts: PolicyLevel["verdict"][]) => policyFinding(row(verdicts), levels([1, 2, 3]));
  expect(told("inside", "unclear", "unclear")).toBe(
    "sft-s0, SFT: the interval of medium and hard reaches over an edge of what was wanted, so nothing is settled there; the other levels are as wanted.",
  );
  expect(told("inside", "inside", "inside")).toBe("sft-s0, SFT: every level is as wanted.");
  expect(told("inside", "unclear", "above")).toMatch(
    /hard at 70(\.0)?\s% is above what was wanted \(30 to 50\s%\)/,
  );
});

test("a harder level that is solved more often is in the wrong order beyond chance, and else may be so by chance", () => {
  const one = { easier: "medium", harder: "hard", difference: 0.1, low: 0.02, high: 0.18, clear: true };
  expect(inversionText(one)).toMatch(/^wrong order, \+10\.0\spp on medium \[2\.0, 18\.0\]$/);
  expect(inversionText({ ...one, low: -0.02, clear: false })).toMatch(
    /^\+10\.0\spp on medium \[.*\], may be chance$/,
  );
});

test("the types whose order is wrong are named, with the faults where the harder level has fewer", () => {
  const type = (name: string, inverted: boolean, faults: number[]): TypeLevels => ({
    type: name,
    levels: Object.keys(bands).map((level, k) => ({ level, rrAt5: share(50), faults: faults[k] })),
    inversions: inverted
      ? [{ easier: "medium", harder: "hard", difference: 1, low: 0.9, high: 1, clear: true }]
      : [],
  });
  expect(typesFinding([type("A", false, [1, 3, 5]), type("B", true, [1, 3, 1])])).toBe(
    "The order is wrong in 1 type. B: hard is solved more often than medium (1.00 faults against 3.00). Whoever asks for an IIS before each repair takes two steps per fault and undoes at most two within five; only who repairs unasked undoes more.",
  );
  expect(typesFinding([type("A", false, [1, 3, 5])])).toContain("No error type alone");
});

test("the answer counts whom the order is wrong for, among all that were measured", () => {
  const one = { easier: "medium", harder: "hard", difference: 0.1, low: 0.02, high: 0.18, clear: true };
  const verdicts: PolicyLevel["verdict"][] = ["inside", "inside", "inside"];
  const gradient = {
    levels: levels([1, 3, 2]),
    rows: [row(verdicts), row(verdicts, [one]), row(verdicts, [{ ...one, clear: false }])],
  } as DifficultyCurve;
  expect(difficultyFinding(gradient)).toMatch(/ 1 of 3 measured here solve hard more often than medium\.$/);
  expect(compositionText(gradient.levels)).toContain("hard has fewer faults than medium");
});

test.each([
  [{ repeats: 0, more: 0 }, []],
  [{ repeats: 1, more: 0 }, ["1 evaluation measured the same again: of each the newest counts."]],
  [
    { repeats: 7, more: 2 },
    [
      "7 evaluations measured the same again: of each the newest counts.",
      "2 older evaluations are not shown.",
    ],
  ],
])("what measured the same again is told from what is older: %j", (left, texts) => {
  expect(notShownTexts(left)).toEqual(texts);
});
