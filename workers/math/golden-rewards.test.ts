import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { calibrationBins, expectedCalibrationError } from "./calibration.ts";
import { dgroTerm } from "./dgro-loss.ts";
import { movingBaseline, rescaleRewards, scheduledBeta } from "./dgro-rescale.ts";
import { groupAdvantages } from "./group-advantage.ts";
import { kalmanAdvantages } from "./kalman-advantage.ts";
import { mean, standardDeviation } from "./moments.ts";
import { quantile } from "./group-statistics.ts";
import { concordance, ranks, spearman } from "./ranks.ts";

/** The vectors come from golden/make_golden.py (numpy and scipy). */
function golden<Case>(name: string): Case[] {
  const path = join(import.meta.dirname, "golden", `${name}.json`);
  return (JSON.parse(readFileSync(path, "utf8")) as { cases: Case[] }).cases;
}

test("rewards are rescaled as numpy does it, on both sides of the threshold and with either baseline", () => {
  const cases = golden<{
    name: string;
    rewards: number[];
    beta: number;
    minVariance: number;
    given: number | null;
    normals: number[];
    isNoisy: boolean;
    baseline: number;
    rescaled: number[];
  }>("dgro-rescale");
  expect(cases.map((c) => c.isNoisy)).toEqual([false, false, false, false, true, true]);
  for (const c of cases) {
    let next = 0;
    const { rewards, baseline, isNoisy } = rescaleRewards(
      c.rewards,
      { beta: c.beta, minVariance: c.minVariance, baseline: c.given },
      () => c.normals[next++],
    );
    expect([isNoisy, next], c.name).toEqual([c.isNoisy, c.isNoisy ? 8 : 0]);
    expect(baseline).toBeCloseTo(c.baseline, 12);
    rewards.forEach((r, i) => expect(r, c.name).toBeCloseTo(c.rescaled[i], 10));
  }
});

test("while the batch differs, rescaling changes no group's advantages beyond the epsilon of their division", () => {
  const reward = fc.integer({ min: -8, max: 8 }).map((eighths) => eighths / 8);
  const groups = fc.array(fc.array(reward, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(groups, fc.double({ min: 0.5, max: 4, noNaN: true }), fc.boolean(), (drawn, beta, other) => {
      const rewards = drawn.flat();
      fc.pre(standardDeviation(rewards, 1) > 0.05);
      const options = { beta, minVariance: 0.01, baseline: other ? 0.3 : null };
      const rescaled = rescaleRewards(rewards, options, () => Number.NaN);
      drawn.forEach((group, g) => {
        const spread = standardDeviation(group, 0);
        const plain = groupAdvantages(group, "group");
        const scaled = groupAdvantages(rescaled.rewards.slice(4 * g, 4 * g + 4), "group");
        const after = (spread * beta) / standardDeviation(rewards, 1);
        const slack = 1e-9 + 2 * 1e-4 * (1 / spread + 1 / after);
        if (spread > 0) plain.forEach((a, i) => expect(Math.abs(a - scaled[i])).toBeLessThan(slack));
        else expect(scaled).toEqual([0, 0, 0, 0]);
      });
    }),
  );
});

test("in the noise branch equal rewards get advantages of full size from chance alone", () => {
  const { rewards } = rescaleRewards(
    [1, 1, 1, 1],
    { beta: 2, minVariance: 0.01, baseline: null },
    (() => {
      let next = 0;
      return () => [0.3, -1.2, 0.8, 0.1][next++];
    })(),
  );
  expect(groupAdvantages([1, 1, 1, 1], "group")).toEqual([0, 0, 0, 0]);
  expect(standardDeviation(groupAdvantages(rewards, "group"), 0)).toBeCloseTo(1, 2);
});

test("the moving baseline goes a tenth of the way from 0 at gain 0.1 and is the mean at gain 1", () => {
  expect(movingBaseline(0, 0.5, 0.1)).toBeCloseTo(0.05, 15);
  expect(movingBaseline(0.05, 0.5, 0.1)).toBeCloseTo(0.095, 15);
  expect(movingBaseline(-3, 0.5, 1)).toBe(0.5);
});

test("the schedule of beta is numpy's: up to 2 at step 100, down to 0.5 at step 1100 and flat from there", () => {
  const cases = golden<{ step: number; beta: number }>("dgro-beta");
  for (const { step, beta } of cases) expect(scheduledBeta(step), `step ${step}`).toBeCloseTo(beta, 12);
  expect([scheduledBeta(100), scheduledBeta(1100), scheduledBeta(9999)]).toEqual([2, 0.5, 0.5]);
});

test("KRPO's advantages are those of a matrix Kalman filter and of the published worked examples", () => {
  for (const c of golden<{ rewards: number[]; q: number; r: number; p0: number; advantages: number[] }>(
    "kalman-advantage",
  )) {
    kalmanAdvantages(c.rewards, c).forEach((a, i) => expect(a).toBeCloseTo(c.advantages[i], 7));
  }
  const paper = { q: 1e-5, r: 1e-2, p0: 1 };
  const alternating = kalmanAdvantages([1, 0, 1, 0, 1], paper);
  [0.1, -7.0, 5.8, -10.0, 8.9].forEach((a, i) => expect(alternating[i]).toBeCloseTo(a, 1));
  const sorted = kalmanAdvantages([0, 0, 0, 0, 1, 1, 1, 1], paper);
  [0, 0, 0, 0, 17.8, 16.2, 15.0, 13.9].forEach((a, i) => expect(sorted[i]).toBeCloseTo(a, 1));
});

test("an equal group other than 0 keeps a push under KRPO, and the order of rewards matters", () => {
  const filter = { q: 1e-5, r: 1e-2, p0: 1 };
  expect(kalmanAdvantages([0, 0, 0, 0], filter)).toEqual([0, 0, 0, 0]);
  for (const a of kalmanAdvantages([1, 1, 1, 1], filter)) expect(a).toBeGreaterThan(0.03);
  for (const a of kalmanAdvantages([-50, -50, -50, -50], filter)) expect(a).toBeLessThan(-2);
  expect(kalmanAdvantages([0, 1], filter)).not.toEqual(kalmanAdvantages([1, 0], filter).reverse());
});

test("the terms of an episode add up to the published loss, and each slope is the whole episode's", () => {
  const cases = golden<{
    beta1: number;
    beta2: number;
    advantage: number;
    logProbabilities: number[];
    sampled: number[];
    loss: number;
    slopes: number[];
  }>("dgro-loss");
  expect(cases).toHaveLength(12);
  for (const c of cases) {
    const ratio = c.logProbabilities.reduce((sum, logp, i) => sum + logp - c.sampled[i], 0);
    const terms = c.logProbabilities.map((logp, i) =>
      dgroTerm(logp, c.sampled[i], ratio, c.advantage, c.beta1, c.beta2),
    );
    expect(terms.reduce((sum, term) => sum + term.loss, 0)).toBeCloseTo(c.loss, 12);
    terms.forEach((term, i) => expect(term.slope).toBeCloseTo(c.slopes[i], 12));
  }
});

test("on the sampling policy itself the second weight of the published loss has no slope", () => {
  expect(dgroTerm(-1.3, -1.3, 0, 0, 1, 5).slope).toBe(0);
  expect(dgroTerm(-1.3, -1.3, 0, 0.4, 1, 5)).toEqual(dgroTerm(-1.3, -1.3, 0, 0.4, 1, 0));
});

test("rank correlation, concordance and calibration error agree with scipy, ties and grades included", () => {
  const cases = golden<{
    name: string;
    labels: number[];
    scores: number[];
    spearman: number;
    concordance: number;
    ece: number;
    binCounts: number[];
  }>("scores");
  expect(cases).toHaveLength(5);
  for (const c of cases) {
    expect(spearman(c.scores, c.labels), c.name).toBeCloseTo(c.spearman, 12);
    expect(concordance(c.scores, c.labels), c.name).toBeCloseTo(c.concordance, 12);
    const bins = calibrationBins(c.scores, c.labels, 10);
    expect(bins.map((bin) => bin.n)).toEqual(c.binCounts);
    expect(expectedCalibrationError(bins), c.name).toBeCloseTo(c.ece, 12);
  }
});

test("where all labels or all scores are equal there is no order to agree with", () => {
  expect(concordance([0.1, 0.9], [0.5, 0.5])).toBeNull();
  expect(concordance([0.4, 0.4], [0, 1])).toBe(0.5);
  expect(spearman([0.1, 0.9], [0.5, 0.5])).toBeNull();
  expect(spearman([0.4, 0.4], [0, 1])).toBeNull();
  expect(ranks([3, 1, 3, 2])).toEqual([3.5, 1, 3.5, 2]);
});

test("a score of exactly 1 falls into the last bin, and an empty bin has no means", () => {
  const bins = calibrationBins([1, 0.95], [1, 0], 10);
  expect(bins[9]).toEqual({ low: 0.9, high: 1, n: 2, meanScore: 0.975, meanLabel: 0.5 });
  expect(bins[0]).toMatchObject({ n: 0, meanScore: null, meanLabel: null });
});

test("quantiles are numpy's, and the middle one of an odd list is its median", () => {
  for (const c of golden<{ values: number[] } & Record<string, number>>("quantile")) {
    for (const p of [0, 10, 50, 90, 100])
      expect(quantile(c.values, p / 100), `p${p}`).toBeCloseTo(c[`p${p}`], 12);
  }
  expect(quantile([5, 1, 9], 0.5)).toBe(5);
  expect(quantile([], 0.5)).toBeNaN();
  expect(mean([quantile([1, 2], 0.5), 1.5])).toBe(1.5);
});

test("divided by the batch's spread, groups keep their sizes beside each other", () => {
  const [tight, wide] = [
    [0.4, 0.6],
    [0, 1],
  ];
  const batch = [...tight, ...wide];
  const divisor = standardDeviation(batch, 0) + 1e-4;
  expect(groupAdvantages(tight, "batch", batch)[1]).toBeCloseTo(0.1 / divisor, 12);
  expect(groupAdvantages(wide, "batch", batch)[1]).toBeCloseTo(0.5 / divisor, 12);
  expect(groupAdvantages([1, 1], "batch", batch)).toEqual([0, 0]);
});
