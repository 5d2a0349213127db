import { expect, test } from "vitest";
import { calledBack, foreignMetric, foreignNamesOf, otherNamesOf } from "./foreign-metrics.ts";
import { isTrainingReward, rewardPartOf } from "./metric-kinds.ts";
import { METRICS, metricInfo } from "./metrics.ts";

test("a name of another trainer has the title of the quantity that it is, or keeps itself, and says who means what by it", () => {
  expect(metricInfo("train/frac_reward_zero_std")).toEqual({
    title: "Zero-variance groups",
    unit: "share",
    better: null,
    section: "groups",
    definition:
      "TRL: share of samples whose group has rewards without spread; sent as train/frac_reward_zero_std",
  });
  // Turned round it would be ours; as it was sent it is not.
  expect(metricInfo("dynamic_filtering_pass_rate").title).toBe("dynamic_filtering_pass_rate");
  expect(metricInfo("timing_s/step")).toMatchObject({ title: "timing_s/step", unit: "s", better: "lower" });
});

test("a name that nobody knows is taken as it is, and ours are never taken for another's", () => {
  expect(foreignMetric("my/own_reward")).toBeUndefined();
  expect(metricInfo("my/latency [ms]")).toMatchObject({ title: "my/latency", unit: "ms" });
  expect(Object.keys(METRICS).filter((name) => foreignMetric(name))).toEqual([]);
});

test("a quantity of ours is known by every trainer's name for it, and shares are read as ours are", () => {
  expect(foreignNamesOf("group/zero_share")).toEqual([
    "frac_reward_zero_std",
    "dynamic_filtering_pass_rate",
    "baseline_reward/pct_mixed",
    "agg/all/agent/solved_some",
    "train/frac_reward_zero_std",
    "train/dynamic_filtering_pass_rate",
    "train/baseline_reward/pct_mixed",
    "train/agg/all/agent/solved_some",
  ]);
  expect(foreignMetric("dynamic_filtering_pass_rate")?.read?.(0.25)).toBe(0.75);
  expect(foreignMetric("train/baseline_reward/pct_mixed")?.read?.(40)).toBeCloseTo(0.6, 12);
});

test("a training reward is one under any name, so that other reward functions forbid a ranking of it", () => {
  expect(
    ["reward", "train/reward", "critic/rewards/mean", "rewards/accuracy/mean"].map(rewardPartOf),
  ).toEqual(["shaped", "shaped", "shaped", "shaped"]);
  expect(rewardPartOf("critic/score/mean")).toBe("raw");
  expect(["loss", "rewarded", "eval/reward", "frac_reward_zero_std"].filter(isTrainingReward)).toEqual([]);
});

test("a name that callbacks change is found from either side", () => {
  for (const name of ["reward", "kl", "eval_accuracy", "test_loss", "rewards/format/mean"])
    expect(otherNamesOf(calledBack(name))).toContain(name);
  for (const name of ["reward", "eval_accuracy"]) expect(otherNamesOf(name)).toContain(calledBack(name));
  expect(otherNamesOf("val/acc")).toEqual(["train/val/acc"]);
});
