import { describe, expect, test } from "vitest";
import { rewardNoise } from "../../stats/reward-noise.ts";
import { draws } from "../../stats/testing.ts";
import { notSeparable } from "../not-separable.ts";
import { noiseOnly } from "./noise-only.ts";
import { rescaledReward, rewardRescaled } from "./rescaled-reward.ts";
import type { CheckedSeries } from "./run-rule.ts";
import { beside, checkRun, type WholeRun } from "./testing.ts";

const series = (metric: string, value: number[]): CheckedSeries => ({
  metric,
  x: value.map((_, i) => 10 * (i + 1)),
  value,
});
const facts = (of: CheckedSeries[], more: Partial<WholeRun> = {}): WholeRun => ({
  series: new Map(of.map((s) => [s.metric, s])),
  resamplesDeadGroups: false,
  config: "third",
  noise: null,
  reference: null,
  ...more,
});
const constant = (value: number, n = 12) => Array.from({ length: n }, () => value);

describe("D06 noise-only variance", () => {
  const noise = { ...rewardNoise([3], 6), groupSize: 6 };
  const check = (values: number[], of: WholeRun["noise"] = noise) =>
    checkRun(noiseOnly, facts([series("group/std", values)], { noise: of }));

  test("fires on groups that hold nothing but the jitter, as they are drawn", () => {
    const random = draws(5);
    const sdOfGroup = () => {
      const group = Array.from({ length: 6 }, () => 3 * (2 * random.uniform() - 1));
      const mean = group.reduce((a, b) => a + b) / 6;
      return Math.sqrt(group.reduce((sum, r) => sum + (r - mean) ** 2, 0) / 5);
    };
    const steps = Array.from({ length: 15 }, () => {
      const groups = Array.from({ length: 24 }, sdOfGroup);
      return groups.reduce((a, b) => a + b) / groups.length;
    });
    const [found] = check(steps);
    expect(found).toMatchObject({ rule: "D06", severity: "error", metric: "group/std" });
    expect(found.span).toEqual({ from: 60, to: 150 });
    expect(found.evidence).toMatch(/noise alone gives 1\.6\d in groups of 6/);
  });

  test("known: a pooled sd of 1.1516 against U(-2, 2), and 1.443 of four jitters, in groups of 4", () => {
    const half = { ...rewardNoise([2], 4), groupSize: 4 };
    expect(check(constant(1.1516), half)).toHaveLength(1);
    const pooled = Math.sqrt((4 + 1 + 0.25 + 1) / 3);
    const single = { ...rewardNoise([pooled * Math.sqrt(3)], 4), groupSize: 4 };
    expect(single.pooledSd).toBeCloseTo(1.443, 3);
    expect(check(constant(rewardNoise([2, 1, 0.5, 1], 4).withinGroupSd), single)).toHaveLength(1);
    expect(check(constant(1.443), single)).toHaveLength(1);
  });

  test("is silent on real spread above the floor, below it, without noise, on few steps and without the metric", () => {
    const floor = noise.withinGroupSd;
    expect(check(constant(floor * 1.15))).toEqual([]);
    expect(check(constant(floor * 0.85))).toEqual([]);
    expect(check(constant(floor), null)).toEqual([]);
    expect(check(constant(floor, 9))).toEqual([]);
    expect(check([...constant(Number.NaN, 5), ...constant(floor, 9)])).toEqual([]);
    expect(checkRun(noiseOnly, facts([], { noise }))).toEqual([]);
  });

  test("speaks of the last steps only", () => {
    expect(check([...constant(5, 30), ...constant(noise.withinGroupSd, 10)])).toHaveLength(1);
    expect(check([...constant(noise.withinGroupSd, 30), ...constant(5, 10)])).toEqual([]);
  });
});

describe("I01 reward only rescaled", () => {
  const reward = [-2.5, -1.25, 0.75, 1.5, 4.25, 6, 9.5];
  const against = (values: number[], own = reward) =>
    checkRun(
      rewardRescaled,
      facts([series("reward/shaped", values)], {
        reference: { config: "first", series: new Map([["reward/shaped", series("reward/shaped", own)]]) },
      }),
    );

  test("fires on one factor at every step, and names it", () => {
    const [found] = against(reward.map((r) => 0.6 * r));
    expect(found).toMatchObject({
      rule: "I01",
      severity: "error",
      metric: "reward/shaped",
      a: "third",
      b: "first",
    });
    expect(found.claim).toBe(
      "reward/shaped of third is 0.6 times that of first at every step, a change of scale alone.",
    );
  });

  test("known: 1.4 times, printed with one decimal", () => {
    const long = [12.1, 20.3, 26.6, 31.2, 34.9, 37.4, 38.8];
    const [found] = against(
      long.map((r) => Number((1.4 * r).toFixed(1))),
      long,
    );
    expect(found.claim).toMatch(/is 1\.4 times/);
  });

  test("is silent on equal rewards, on different ones, on a single shifted step, and without a run to compare with", () => {
    expect(against(reward)).toEqual([]);
    expect(against(reward.toReversed())).toEqual([]);
    expect(against(reward.map((r, i) => 0.6 * r + (i === 5 ? 0.1 : 0)))).toEqual([]);
    expect(checkRun(rewardRescaled, facts([series("reward/raw", reward)]))).toEqual([]);
  });

  test("compares the steps that both have, whatever else each has", () => {
    const longer: CheckedSeries = {
      metric: "reward/raw",
      x: [5, 10, 20, 30, 40, 50, 60, 70],
      value: [99, ...reward],
    };
    const own = series(
      "reward/raw",
      reward.map((r) => 3 * r),
    );
    const points = beside(own, longer);
    expect(rescaledReward("reward/raw", "a", "b", [points])).toMatchObject([
      { rule: "I01", span: { from: 10, to: 70 } },
    ]);
  });

  test("reads as many points as it may, and says of how many first steps it speaks", () => {
    const long = series(
      "reward/raw",
      Array.from({ length: 90 }, (_, i) => 3 * (i + 1)),
    );
    const third = series(
      "reward/raw",
      Array.from({ length: 90 }, (_, i) => i + 1),
    );
    let read = 0;
    const portions = function* () {
      for (; read < 30; read++) yield beside(long, third);
    };
    const [found] = rescaledReward("reward/raw", "a", "b", portions(), 200);
    expect(read).toBe(2);
    expect(found.evidence).toMatch(/each of the first 270.steps/);
  });
});

describe("C09 not separable", () => {
  const shown = {
    metric: "RR@7",
    a: "left",
    b: "right",
    value: 0.04,
    low: -0.01,
    high: 0.09,
    n: 90,
    flips: 14,
    detectable: 0.11,
  };
  test("notes an interval that contains 0, with the difference that would have shown", () => {
    const [found] = notSeparable.check(shown);
    expect(found).toMatchObject({
      rule: "C09",
      severity: "info",
      claim: "90 problems do not separate right from left in RR@7.",
    });
    expect(found.evidence).toBe(
      "+4.0\u202fpp [−1.0, +9.0]; 14 of 90 problems differ. A difference of 11.0\u202fpp would have shown with 80 % power.",
    );
  });
  test("is silent where the interval excludes 0, either way, and where there is none", () => {
    expect(notSeparable.check({ ...shown, low: 0.001 })).toEqual([]);
    expect(notSeparable.check({ ...shown, value: -0.04, low: -0.09, high: -0.001 })).toEqual([]);
    expect(notSeparable.check({ ...shown, low: null, high: null })).toEqual([]);
  });
});
