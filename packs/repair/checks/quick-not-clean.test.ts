import { expect, test } from "vitest";
import { partConflict } from "../../../server/checks/health/answers/part-conflict.ts";
import type { CheckedSeries } from "../../../server/checks/health/run-rule.ts";
import { checkRun, type WholeRun } from "../../../server/checks/health/testing.ts";

function check(quick: number[], clean: number[], x = quick.map((_, i) => 10 * i)) {
  const of = (metric: string, value: number[]): CheckedSeries => ({ metric, x, value });
  const facts: WholeRun = {
    series: new Map([
      ["eval/rr_at_5", of("eval/rr_at_5", quick)],
      ["eval/clean", { ...of("eval/clean", clean), x: x.slice(0, clean.length) }],
    ]),
    resamplesDeadGroups: false,
    config: "no_kl",
    noise: null,
    reference: null,
  };
  return checkRun(partConflict, facts);
}

test("fires where RR@5 rises and clean falls from the first to the last evaluation, with all four figures", () => {
  expect(check([0.32, 0.5, 0.74], [0.36, 0.28, 0.24])).toMatchObject([
    {
      rule: "D19",
      severity: "warning",
      metric: "eval/rr_at_5",
      speaksOf: ["eval/rr_at_5", "eval/clean"],
      claim: "RR@5 rose while clean repairs fell to 24.0\u202f%, which is quicker but not better.",
      evidence: "From step 0 to 20: RR@5 32.0\u202f% to 74.0\u202f%, clean 36.0\u202f% to 24.0\u202f%.",
      span: { from: 0, to: 20 },
    },
  ]);
});

test("exactly 5 points of each are enough, less of either is not", () => {
  expect(check([0.3, 0.35], [0.3, 0.25])).toHaveLength(1);
  expect(check([0.3, 0.349], [0.3, 0.25])).toEqual([]);
  expect(check([0.3, 0.35], [0.3, 0.251])).toEqual([]);
});

test("is silent where both rise, where both fall, on one evaluation, and where either was not measured", () => {
  expect(check([0.3, 0.6], [0.3, 0.4])).toEqual([]);
  expect(check([0.6, 0.3], [0.4, 0.3])).toEqual([]);
  expect(check([0.3], [0.3])).toEqual([]);
  expect(check([0.3, 0.6], [0.3])).toEqual([]);
  expect(check([0.3, Number.NaN], [0.3, 0.1])).toEqual([]);
  expect(check([0.3, 0.6], [])).toEqual([]);
});
