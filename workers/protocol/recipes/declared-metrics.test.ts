import { afterEach, expect, test } from "vitest";
import { declareMetrics } from "./declared-metrics.ts";
import { METRICS, metricInfo } from "../metrics/metrics.ts";
import { DeclaredMetric } from "./recipe-file.ts";

const declare = (...metrics: object[]) =>
  declareMetrics(metrics.map((metric) => DeclaredMetric.parse(metric)));

afterEach(() => declareMetrics([]));

test("a metric that a script declares has the title, unit, direction and section that it says", () => {
  const said = {
    title: "Answer length",
    unit: "tokens",
    better: "lower",
    section: "evaluation",
    definition: "mean over answers",
  };
  expect(metricInfo("len/answer").better).toBeNull();
  declare({ name: "len/answer", ...said });
  expect(metricInfo("len/answer")).toEqual(said);
  declare();
  expect(metricInfo("len/answer").title).toBe("len/answer");
});

test("what a declaration leaves open is read off the name", () => {
  declare({ name: "my/latency [ms]", better: "lower" });
  expect(metricInfo("my/latency [ms]")).toMatchObject({ title: "my/latency", unit: "ms", better: "lower" });
});

test("a metric that this version knows, or a trainer that it knows, keeps its meaning", () => {
  const foreign = metricInfo("train/frac_reward_zero_std");
  declare(
    { name: "eval/rr", better: "lower", unit: "km" },
    { name: "train/frac_reward_zero_std", unit: "km" },
  );
  expect(metricInfo("eval/rr")).toBe(METRICS["eval/rr"]);
  expect(metricInfo("train/frac_reward_zero_std")).toEqual(foreign);
});

test("a name that two scripts use for two things says nothing", () => {
  declare({ name: "score", better: "higher" }, { name: "score", better: "lower" });
  expect(metricInfo("score").better).toBeNull();
  declare({ name: "score", better: "higher" }, { name: "score", better: "higher" });
  expect(metricInfo("score").better).toBe("higher");
});
