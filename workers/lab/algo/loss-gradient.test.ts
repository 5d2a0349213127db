import { grad, nn, numpy as np } from "@jax-js/jax";
import { expect, test } from "vitest";
import type { LossLevel } from "../../math/group-advantage.ts";
import { ACTION_COUNT } from "../env/actions.ts";
import { FEATURE_COUNT } from "../env/features.ts";
import { meanLogRatios } from "./log-ratios.ts";
import { policyLoss, type PolicyLossOptions, type PolicyLossTotals } from "./policy-loss.ts";
import { HIDDEN, type LossFixture, lossFixture, referenceLoss } from "./testing.ts";
import { lossGradient } from "./update.ts";

interface Case {
  name: string;
  level: LossLevel;
  maskOverlong: boolean;
  temperature: number;
  loss: PolicyLossOptions;
}

const plain: Omit<Case, "name"> = {
  level: "sequence",
  maskOverlong: false,
  temperature: 1,
  loss: { epsLow: 0.2, epsHigh: 0.2, betaKl: 0, entropyBonus: 0, ratio: "decision", surrogate: "clip" },
};

const CASES: Case[] = [
  { name: "the plain clipped surrogate", ...plain },
  { name: "with the KL term", ...plain, loss: { ...plain.loss, betaKl: 0.3 } },
  { name: "with clip-higher", ...plain, loss: { ...plain.loss, epsHigh: 0.28 } },
  { name: "with a lower clip that binds earlier", ...plain, loss: { ...plain.loss, epsLow: 0.05 } },
  { name: "weighted by token", ...plain, level: "token" },
  { name: "with overlong episodes masked", ...plain, maskOverlong: true },
  { name: "with an entropy bonus", ...plain, loss: { ...plain.loss, entropyBonus: 0.2 } },
  { name: "at temperature 0.7", ...plain, temperature: 0.7 },
  {
    name: "by the episode's ratio",
    ...plain,
    loss: { ...plain.loss, epsLow: 0.02, epsHigh: 0.02, ratio: "episode" },
  },
  {
    name: "by the episode's ratio, weighted by token, with the KL term",
    ...plain,
    level: "token",
    loss: { ...plain.loss, epsLow: 0.02, epsHigh: 0.02, ratio: "episode", betaKl: 0.3 },
  },
  { name: "with a clipped weight", ...plain, loss: { ...plain.loss, surrogate: "cispo" } },
  {
    name: "with everything at once",
    level: "token",
    maskOverlong: true,
    temperature: 1.3,
    loss: { ...plain.loss, epsLow: 0.1, epsHigh: 0.28, betaKl: 0.1, entropyBonus: 0.05 },
  },
];

function computed(fixture: LossFixture, { temperature, loss }: Case) {
  const totals: PolicyLossTotals = { decisions: 0, clipped: 0, kl: 0 };
  const { policy, experience, decisions, credits } = fixture;
  const means = loss.ratio === "episode" ? meanLogRatios(policy, experience, decisions, temperature) : null;
  const lossOf = policyLoss(experience, decisions, credits, loss, totals, means);
  const report = lossGradient(policy, experience, decisions, temperature, lossOf);
  return { loss: report.loss, gradient: Array.from(policy.gradient), totals };
}

/** Largest difference as a share of the gradient's largest element. */
function distance(a: readonly number[], b: readonly number[]): number {
  const scale = Math.max(...b.map(Math.abs));
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]))) / scale;
}

test.each(CASES)("loss and gradient are those of central differences in doubles: $name", (c) => {
  const fixture = lossFixture(c.level, c.maskOverlong);
  const { loss, gradient, totals } = computed(fixture, c);
  const parameters = Float64Array.from(fixture.policy.parameters);
  const frozen = parameters.slice();
  const at = () => referenceLoss(parameters, fixture, c.temperature, c.loss, frozen);
  expect(loss).toBeCloseTo(at(), 5);
  const h = 1e-6;
  // Every seventh parameter: no width is a multiple of 7, so all layers, rows and columns take part.
  const some = Array.from(parameters.keys()).filter((i) => i % 7 === 0);
  const numeric = some.map((i) => {
    const value = parameters[i];
    parameters[i] = value + h;
    const above = at();
    parameters[i] = value - h;
    const below = at();
    parameters[i] = value;
    return (above - below) / (2 * h);
  });
  expect(Math.max(...numeric.map(Math.abs))).toBeGreaterThan(1e-3);
  const analytic = some.map((i) => gradient[i]);
  expect(distance(analytic, numeric)).toBeLessThan(1e-4);
  expect(totals.decisions).toBe(fixture.decisions.length);
  expect(totals.clipped).toBeGreaterThan(0);
});

test("every option changes the gradient, so that none of the comparisons above is of the same loss", () => {
  const gradients = CASES.map((c) => computed(lossFixture(c.level, c.maskOverlong), c).gradient);
  for (let i = 1; i < CASES.length; i++) {
    expect(distance(gradients[i], gradients[0]), CASES[i].name).toBeGreaterThan(1e-3);
  }
});

/** The same loss in jax-js, over decisions padded to the same number of entities; its autodiff is the independent judge. */
function jaxGradient(
  { policy, experience, decisions, credits }: LossFixture,
  { temperature, loss }: Case,
): number[] {
  const entities = Math.max(...decisions.map((d) => experience.rowCount[d]));
  const actions = entities * ACTION_COUNT;
  const x = new Float32Array(decisions.length * entities * FEATURE_COUNT);
  const legal = new Float32Array(decisions.length * actions);
  const taken = new Float32Array(decisions.length * actions);
  decisions.forEach((d, i) => {
    const [row, rows] = [experience.firstRow[d], experience.rowCount[d]];
    x.set(
      experience.features.subarray(row * FEATURE_COUNT, (row + rows) * FEATURE_COUNT),
      i * entities * FEATURE_COUNT,
    );
    legal.set(experience.mask.subarray(row * ACTION_COUNT, (row + rows) * ACTION_COUNT), i * actions);
    taken[i * actions + experience.action[d]] = 1;
  });
  const perDecision = (value: (d: number) => number) => np.array(Float32Array.from(decisions, value));
  const total = decisions.reduce((sum, d) => sum + credits[experience.episode[d]].weight, 0);
  const weight = perDecision((d) => credits[experience.episode[d]].weight / total);
  const advantage = perDecision((d) => credits[experience.episode[d]].advantage);
  const old = perDecision((d) => experience.logProbability[d]);
  const start = perDecision((d) => experience.referenceLogProbability[d]);
  const [data, mask, action] = [
    np.array(x).reshape([decisions.length * entities, FEATURE_COUNT]),
    np.array(legal).reshape([decisions.length, actions]),
    np.array(taken).reshape([decisions.length, actions]),
  ];
  const lossOf = (theta: np.Array): np.Array => {
    let next = 0;
    const part = (rows: number, cols: number) => {
      const from = next;
      next += rows * cols;
      return theta.ref.slice([from, next]).reshape([rows, cols]);
    };
    const h1 = nn.relu(np.matmul(data.ref, part(FEATURE_COUNT, HIDDEN)).add(part(1, HIDDEN)));
    const h2 = nn.relu(np.matmul(h1, part(HIDDEN, HIDDEN)).add(part(1, HIDDEN)));
    const scores = np.matmul(h2, part(HIDDEN, ACTION_COUNT)).add(part(1, ACTION_COUNT));
    theta.dispose();
    const scaled = scores.reshape([decisions.length, actions]).mul(1 / temperature);
    const logs = nn.logSoftmax(scaled.add(mask.ref.sub(1).mul(1e4)), 1);
    const logp = logs.ref.mul(action.ref).sum(1);
    const ratio = np.exp(logp.ref.sub(old.ref));
    const clipped = np.clip(ratio.ref, 1 - loss.epsLow, 1 + loss.epsHigh);
    const surrogate = np.minimum(ratio.mul(advantage.ref), clipped.mul(advantage.ref)).mul(-1);
    const gap = start.ref.sub(logp);
    const kl = np.exp(gap.ref).sub(gap).sub(1);
    const entropy = np.exp(logs.ref).mul(logs).sum(1).mul(-1);
    const perItem = surrogate.add(kl.mul(loss.betaKl)).sub(entropy.mul(loss.entropyBonus));
    return perItem.mul(weight.ref).sum();
  };
  return Array.from(grad(lossOf)(np.array(Float32Array.from(policy.parameters))).dataSync());
}

test.each([CASES[0], CASES[CASES.length - 1]])("the gradient is that of jax-js: $name", (c) => {
  const fixture = lossFixture(c.level, c.maskOverlong);
  expect(distance(computed(fixture, c).gradient, jaxGradient(fixture, c))).toBeLessThan(1e-4);
});
