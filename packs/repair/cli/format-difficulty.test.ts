import { expect, test } from "vitest";
import type { DifficultyCurve } from "../../../server/contracts/benchmark.ts";
import { asPlainText } from "../../../server/wording/typography.ts";
import { formatDifficulty } from "./format-difficulty.ts";

const NONE = { value: null, low: null, high: null, n: 0 };
const solved = (value: number, low: number, high: number) => ({
  value,
  low,
  high,
  n: 100,
  hits: value * 100,
});
const made = { faults: { mean: null, n: 0 }, conflict: { mean: null, n: 0 } };

const GRADIENT: DifficultyCurve = {
  levels: [
    {
      level: "easy",
      n: 100,
      band: { low: 0.9, high: 1 },
      daCeiling: { ...NONE, value: 0.5, n: 100 },
      ...made,
    },
    { level: "hard", n: 100, band: { low: 0.3, high: 0.5 }, daCeiling: NONE, ...made },
  ],
  rows: [
    {
      evaluationId: "evl_1",
      runId: "run_1",
      runName: "sft-s0",
      what: "SFT",
      isPlayer: false,
      decoding: "greedy",
      at: 0,
      n: 200,
      levels: [
        { level: "easy", rrAt5: solved(0.7, 0.6, 0.78), da: NONE, verdict: "below" },
        { level: "hard", rrAt5: solved(0.9, 0.83, 0.94), da: NONE, verdict: "above" },
      ],
      inversions: [{ easier: "easy", harder: "hard", difference: 0.2, low: 0.09, high: 0.3, clear: true }],
    },
  ],
  byType: [],
  repeats: 0,
  more: 0,
  daTitle: "DA, da.root (DIAGNOSE)",
  daDefinition: "share of roots that were named",
  missing: ["the oracle"],
};

test("the answer stands first, then what each level was to be and who solved how much of it", () => {
  const told = asPlainText(formatDifficulty({ name: "levels", n: 200 }, GRADIENT)).split("\n");
  expect(told[0]).toBe("levels, 200 problems");
  expect(told[2]).toMatch(/^sft-s0, SFT: hard is solved more often than easy \(\+20\.0 pp\)/);
  const row = (start: RegExp) => told.find((line) => start.test(line));
  expect(row(/^easy/)).toMatch(/^easy\s+100\s+90 % or more\s+50\.0$/);
  expect(row(/^hard/)).toMatch(/^hard\s+100\s+30 to 50 %\s+–$/);
  expect(row(/^sft-s0, SFT\s/)).toMatch(/easy\s+100\s+70\.0 \[60\.0, 78\.0\]\s+–\s+below the band$/);
  expect(row(/^\s+hard/)).toMatch(
    /90\.0 \[83\.0, 94\.0\]\s+–\s+above the band\s+wrong order, \+20\.0 pp on easy/,
  );
  expect(told.at(-1)).toBe("Not measured on it yet: the oracle.");
});

test("of a set that nobody was measured on it says so, and what its levels are", () => {
  const told = formatDifficulty({ name: "levels", n: 200 }, { ...GRADIENT, rows: [], missing: [] });
  expect(told).toContain("Nobody has been measured on it yet.");
  expect(told).not.toContain("verdict");
});
