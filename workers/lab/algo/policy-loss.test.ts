import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lossWeight } from "../../math/group-advantage.ts";
import { Experience } from "./experience.ts";
import { policyLoss } from "./policy-loss.ts";

interface Case {
  epsLow: number;
  epsHigh: number;
  advantages: number[];
  logProbabilities: number[][];
  oldLogProbabilities: number[][];
  loss: number;
  slopes: number[];
}

const GOLDEN = join(import.meta.dirname, "..", "..", "math", "golden", "gspo.json");

test("by the episode's ratio, the loss and the slope of every decision are GSPO's as numpy has them", () => {
  const { cases } = JSON.parse(readFileSync(GOLDEN, "utf8")) as { cases: Case[] };
  expect(cases).toHaveLength(3);
  for (const c of cases) {
    const told = c.logProbabilities.flatMap((own, episode) => own.map((now, i) => ({ episode, now, i })));
    const experience = new Experience([], told.length);
    told.forEach(({ episode, i }, decision) => {
      experience.episode[decision] = episode;
      experience.logProbability[decision] = c.oldLogProbabilities[episode][i];
    });
    const credits = c.advantages.map((advantage, episode) => ({
      advantage,
      weight: lossWeight("sequence", c.logProbabilities[episode].length, false, false),
    }));
    const means = c.logProbabilities.map((own, episode) => {
      const gaps = own.map((now, i) => now - c.oldLogProbabilities[episode][i]);
      return [episode, gaps.reduce((a, b) => a + b, 0) / gaps.length] as const;
    });
    const { epsLow, epsHigh } = c;
    const lossOf = policyLoss(
      experience,
      told.map((_, decision) => decision),
      credits,
      { epsLow, epsHigh, betaKl: 0, entropyBonus: 0, ratio: "episode", surrogate: "clip" },
      { decisions: 0, clipped: 0, kl: 0 },
      new Map(means),
    );
    const out = { loss: 0, logProbabilitySlope: 0, entropySlope: 0 };
    let loss = 0;
    told.forEach(({ now }, decision) => {
      lossOf(decision, now, 0, out);
      loss += out.loss;
      expect(out.logProbabilitySlope).toBeCloseTo(c.slopes[decision], 12);
    });
    expect(loss).toBeCloseTo(c.loss, 12);
  }
});
