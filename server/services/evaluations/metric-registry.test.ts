import { expect, test } from "vitest";
import { METRICS } from "../../../workers/protocol/metrics/metrics.ts";
import {
  EVALUATION_METRIC_NAMES,
  type EvaluationMetricName,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { type MeasuredProblem } from "../../../workers/protocol/metrics/problem-columns.ts";
import { valuesOver } from "../../../workers/protocol/metrics/values-over-problems.ts";
import { bootstrapMean } from "../../stats/problems/cluster-bootstrap.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import { compareEvaluations } from "../compare/overview.ts";
import { comparisonWorld } from "../compare/testing.ts";
import { readEvaluation } from "../reports/answers/read-metric.ts";
import { startReading } from "../reports/answers/reading.ts";
import { problemHashes } from "../testing.ts";
import { getEvaluation } from "./get.ts";
import { estimateOfMetric, estimateOfProblems, FEWEST_FOR_T } from "./metric-registry.ts";

const NAMES = EVALUATION_METRIC_NAMES;
const metricValues = (name: EvaluationMetricName, problems: readonly MeasuredProblem[]) =>
  valuesOver(name, problems).map(({ value }) => value);
const skewed = (n: number) => Array.from({ length: n }, (_, i) => ((i * 7919) % n) ** 3 / n ** 3);

test("every eval metric of the protocol has its formula, and nothing else has one", () => {
  const measured = Object.keys(METRICS).filter((name) => name.startsWith("eval/"));
  expect(NAMES.toSorted()).toEqual(measured.toSorted());
});

test("RR@5 counts a problem solved at step 5 and not one solved at step 6; OP counts solved problems only", () => {
  const problems = [
    { solved: true, steps: 5, op: 0.5, da: 1, clean: null },
    { solved: 1, steps: 6, op: null, da: null, clean: 0 },
    { solved: 0, steps: 3, op: 0.9, da: 0, clean: 1 },
  ];
  expect(metricValues("eval/rr_at_5", problems)).toEqual([1, 0, 0]);
  expect(metricValues("eval/rr", problems)).toEqual([1, 1, 0]);
  expect(metricValues("eval/op", problems)).toEqual([0.5]);
  expect(metricValues("eval/da", problems)).toEqual([1, 0]);
  expect(metricValues("eval/clean", problems)).toEqual([0, 1]);
  expect(metricValues("eval/steps", problems)).toEqual([5, 6, 3]);
});

test("shares have Wilson's interval, mean steps t, OP and DA a bootstrap that gives way to t at 1,000 values", () => {
  expect(estimateOfProblems("eval/rr", [1, 0, 1])).toEqual(wilson(2, 3));
  expect(estimateOfProblems("eval/steps", [3, 4, 5])).toEqual(meanInterval([3, 4, 5]));
  expect(estimateOfProblems("eval/steps", [3, 4, 8])).toMatchObject({
    low: 0,
    high: meanInterval([3, 4, 8]).high,
  });
  const few = skewed(FEWEST_FOR_T - 1);
  const many = skewed(FEWEST_FOR_T);
  for (const name of ["eval/op", "eval/da"] as const) {
    expect(estimateOfProblems(name, few).method).toContain("percentile bootstrap of whole problems");
    expect(estimateOfProblems(name, many)).toEqual(meanInterval(many));
  }
});

test("the interval depends on the values and not on the order they were stored in", () => {
  const values = skewed(60);
  const sorted = values.toSorted((a, b) => a - b);
  expect(estimateOfProblems("eval/op", values)).toEqual(estimateOfProblems("eval/op", sorted));
  expect(bootstrapMean(sorted, { seed: 1, replicates: 2000 }).low).not.toBe(
    bootstrapMean(values, { seed: 1, replicates: 2000 }).low,
  );
});

const PROGRAMS = new Set<EvaluationMetricName>([
  "eval/solved",
  "eval/passed_share",
  "eval/pass_at_1",
  "eval/pass_at_8",
]);

test("metrics of programs are defined for programs alone, and what samples say where there are some", () => {
  const problems = [
    { solved: true, passed: 1, passAt1: 0.25, passAt8: 0.9 },
    { solved: 0, passed: 0.6, passAt1: null, passAt8: null },
    { solved: true, passed: null },
  ];
  expect(metricValues("eval/solved", problems)).toEqual([1, 0]);
  expect(metricValues("eval/passed_share", problems)).toEqual([1, 0.6]);
  expect(metricValues("eval/pass_at_1", problems)).toEqual([0.25]);
  expect(metricValues("eval/pass_at_8", problems)).toEqual([0.9]);
});

test.each([false, true])(
  "page, comparison and report say the same of one evaluation, of programs: %s",
  (isOfPrograms) => {
    const hashes = problemHashes(60, "registry");
    const { ctx, idOf } = comparisonWorld({
      baseline: {
        hashes,
        solvedAt: (i) => (i < 40 ? 1 + (i % 9) : null),
        da: (i) => ((i * 7) % 11) / 11,
        ...(isOfPrograms && {
          passed: (i) => (i < 40 ? 1 : (i % 5) / 5),
          passAt: (i) => ({ passAt1: (i % 17) / 16, passAt8: Math.min(1, (i % 17) / 8) }),
        }),
      },
    });
    const { sides, rows } = compareEvaluations(ctx, { ids: [idOf("baseline")], k: 5, common: false });
    const { evaluationId } = sides[0];
    const page = getEvaluation(ctx, evaluationId).metrics;
    const inRows: Record<EvaluationMetricName, string> = {
      "eval/rr": "rr",
      "eval/rr_at_5": "rr_at_5",
      "eval/clean": "clean",
      "eval/da": "da.root",
      "eval/op": "op",
      "eval/steps": "steps",
      "eval/answers": "solved",
      "eval/solved": "solved",
      "eval/passed_share": "passed",
      "eval/pass_at_1": "passAt1",
      "eval/pass_at_8": "passAt8",
    };
    for (const name of NAMES.filter((one) => isOfPrograms === PROGRAMS.has(one) && one !== "eval/answers")) {
      const own = page.find((metric) => metric.id === name);
      const { estimate } = readEvaluation(startReading(ctx), evaluationId, name);
      const beside = rows.find((row) => row.id === inRows[name])?.values[0];
      for (const other of [estimate, beside]) {
        expect(other?.value, name).toBeCloseTo(own?.value ?? Number.NaN, 12);
        expect(other?.low, name).toBeCloseTo(own?.low ?? Number.NaN, 12);
        expect(other?.high, name).toBeCloseTo(own?.high ?? Number.NaN, 12);
      }
    }
  },
);

const inFamilies = (families: number, each: number, solved: (family: number) => boolean) =>
  Array.from({ length: families * each }, (_, i) => ({
    type: `family ${i % families}`,
    solved: solved(i % families),
    passed: solved(i % families) ? 1 : 0.25,
  }));

test("programs of many families are sampled by family, so that more instances of the same families say no more", () => {
  const half = (family: number) => family % 2 === 0;
  const [few, many] = [10, 100].map((each) => estimateOfMetric("eval/solved", inFamilies(20, each, half)));
  expect([few.value, few.n, many.n]).toEqual([0.5, 200, 2000]);
  expect(many.low).toBeCloseTo(few.low ?? Number.NaN, 12);
  expect(Number(few.high) - Number(few.low)).toBeGreaterThan(0.35);
  expect(few.method).toContain("whole families");
  const passed = estimateOfMetric("eval/passed_share", inFamilies(20, 10, half));
  expect([passed.value, passed.method]).toEqual([
    0.625,
    expect.stringContaining("bootstrap of whole families"),
  ]);
});

test("programs of one family are sampled by instance, of fewer than ten families not at all, and none right has a bound", () => {
  const one = estimateOfMetric(
    "eval/solved",
    inFamilies(1, 200, () => true),
  );
  expect(one).toEqual({ ...estimateOfProblems("eval/solved", Array<number>(200).fill(1)), by: "wilson" });
  const four = estimateOfMetric(
    "eval/solved",
    inFamilies(4, 50, (family) => family === 0),
  );
  expect([four.value, four.low, four.method]).toEqual([
    0.25,
    null,
    expect.stringContaining("needs 10 families"),
  ]);
  const none = estimateOfMetric(
    "eval/solved",
    inFamilies(21, 10, () => false),
  );
  expect([none.value, none.low]).toEqual([0, 0]);
  expect(none.high).toBeCloseTo(1 - 0.025 ** (1 / 21), 12);
});
