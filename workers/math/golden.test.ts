import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cispoSurrogate, clippedSurrogate, klK3, klK3Slope } from "./clipped-surrogate.ts";
import { entropy } from "./entropy.ts";
import { groupAdvantages, type LossLevel, lossWeight } from "./group-advantage.ts";
import { groupStatistics } from "./group-statistics.ts";
import { maskedLogSoftmax, maskedSoftmax } from "./masked-softmax.ts";
import { standardDeviation } from "./moments.ts";

/** The vectors come from golden/make_golden.py (numpy and scipy); a recipe in Python tests against the same files. */
function golden<Case>(name: string): Case[] {
  const path = join(import.meta.dirname, "golden", `${name}.json`);
  return (JSON.parse(readFileSync(path, "utf8")) as { cases: Case[] }).cases;
}

test("masked softmax, log-softmax and entropy agree with scipy", () => {
  const cases = golden<{
    scores: number[];
    mask: number[];
    temperature: number;
    probabilities: number[];
    logProbabilities: (number | null)[];
    entropy: number;
  }>("policy");
  expect(cases).toHaveLength(5);
  for (const c of cases) {
    const scores = Float64Array.from(c.scores);
    const mask = Uint8Array.from(c.mask);
    const out = new Float64Array(scores.length);
    maskedSoftmax(scores, 0, mask, 0, scores.length, c.temperature, out);
    c.probabilities.forEach((p, i) => expect(out[i]).toBeCloseTo(p, 13));
    expect(entropy(out)).toBeCloseTo(c.entropy, 12);
    maskedLogSoftmax(scores, 0, mask, 0, scores.length, c.temperature, out);
    c.logProbabilities.forEach((p, i) => {
      if (p === null) expect(out[i]).toBe(-Infinity);
      else expect(out[i]).toBeCloseTo(p, 11);
    });
  }
});

test("the k3 estimator and its slope agree with the complex-step derivative", () => {
  const cases = golden<{
    logProbability: number;
    referenceLogProbability: number;
    k3: number;
    slope: number;
  }>("kl");
  expect(cases).toHaveLength(6);
  for (const c of cases) {
    expect(klK3(c.logProbability, c.referenceLogProbability)).toBeCloseTo(c.k3, 12);
    expect(klK3Slope(c.logProbability, c.referenceLogProbability)).toBeCloseTo(c.slope, 12);
  }
});

interface SurrogateCase {
  logProbability: number;
  oldLogProbability: number;
  advantage: number;
  epsLow: number;
  epsHigh: number;
  loss: number;
  slope: number;
}

/** Holds a surrogate to the loss and the slope of a case, and answers whether it says that it clipped. */
function clippedBy(surrogate: typeof clippedSurrogate, c: SurrogateCase): boolean {
  const { loss, slope, clipped } = surrogate(
    c.logProbability,
    c.oldLogProbability,
    c.advantage,
    c.epsLow,
    c.epsHigh,
  );
  expect(loss).toBeCloseTo(c.loss, 12);
  expect(slope).toBeCloseTo(c.slope, 12);
  return clipped;
}

test("the clipped surrogate and its slope agree with numpy on both sides of both bounds", () => {
  const cases = golden<SurrogateCase>("surrogate");
  expect(cases).toHaveLength(72);
  for (const c of cases) expect(clippedBy(clippedSurrogate, c)).toBe(c.advantage !== 0 && c.slope === 0);
});

test("CISPO's loss, its slope and where its weight was clipped agree with numpy", () => {
  const cases = golden<SurrogateCase & { clipped: boolean }>("cispo");
  expect(cases).toHaveLength(24);
  expect(new Set(cases.map(({ clipped }) => clipped)).size).toBe(2);
  for (const c of cases) expect(clippedBy(cispoSurrogate, c)).toBe(c.clipped);
});

test("group advantages and the sample standard deviation agree with numpy", () => {
  const cases = golden<{ rewards: number[]; std: number; group: number[]; none: number[] }>("advantage");
  expect(cases).toHaveLength(5);
  for (const c of cases) {
    expect(standardDeviation(c.rewards, 1)).toBeCloseTo(c.std, 12);
    groupAdvantages(c.rewards, "group").forEach((a, i) => expect(a).toBeCloseTo(c.group[i], 10));
    groupAdvantages(c.rewards, "sample").forEach((a, i) =>
      expect(a).toBeCloseTo(c.none[i] / (c.std + 1e-4), 10),
    );
    groupAdvantages(c.rewards, "none").forEach((a, i) => expect(a).toBeCloseTo(c.none[i], 12));
  }
});

test("group statistics agree with numpy as earned, rescaled and under injected noise", () => {
  type Case = { raw: number[][]; shaped: number[][]; lowest: number; highest: number } & Record<
    string,
    unknown
  >;
  const cases = golden<Case>("group-statistics");
  expect(cases.map((c) => c.name)).toEqual(["as earned", "positive x 1.4", "noise"]);
  for (const c of cases) {
    const groups = c.raw.map((raw, i) => ({ raw, shaped: c.shaped[i] }));
    for (const [name, value] of Object.entries(groupStatistics(groups, c.lowest, c.highest))) {
      expect(value, `${String(c.name)}: ${name}`).toBeCloseTo(c[name] as number, 12);
    }
  }
});

test("sequence and token weights give numpy's mean of means and mean of all, with and without the overlong mask", () => {
  const cases = golden<{
    level: LossLevel;
    maskOverlong: boolean;
    overlong: boolean[];
    losses: number[][];
    loss: number;
  }>("loss-weight");
  expect(cases).toHaveLength(4);
  for (const c of cases) {
    let numerator = 0;
    let denominator = 0;
    c.losses.forEach((episode, i) => {
      const weight = lossWeight(c.level, episode.length, c.overlong[i], c.maskOverlong);
      for (const loss of episode) {
        numerator += weight * loss;
        denominator += weight;
      }
    });
    expect(numerator / denominator).toBeCloseTo(c.loss, 12);
  }
});

test("the advantages of a published worked example come out, with the sample deviation TRL divides by", () => {
  // TRL's normalisation of [1, 0, .3, 1] is (r - mean) / (sample sd + 1e-4) = .8401, -1.1366, -.5436, .8401.
  const rewards = [1, 0, 0.3, 1];
  const trl = groupAdvantages(rewards, "sample");
  [0.8401, -1.1366, -0.5436, 0.8401].forEach((a, i) => expect(trl[i]).toBeCloseTo(a, 4));
});
