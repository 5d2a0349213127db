import { type LossLevel, lossWeight } from "../../math/group-advantage.ts";
import { stream } from "../../math/rng.ts";
import { ACTION_COUNT } from "../env/actions.ts";
import { type EnvConfig, RepairEnv } from "../env/env.ts";
import { NOISY_EXPERT } from "../env/testing/problems.ts";
import { FEATURE_COUNT } from "../env/features.ts";
import { generateProblem } from "../env/generate.ts";
import type { Problem } from "../env/problem.ts";
import { createKernel, Policy } from "../nn/policy.ts";
import { demonstrate } from "./demonstrations.ts";
import type { Experience } from "./experience.ts";
import type { GrpoOptions } from "./grpo.ts";
import type { EpisodeCredit, PolicyLossOptions } from "./policy-loss.ts";

export const HIDDEN = 8;

export const ENVIRONMENT: EnvConfig = {
  maxSteps: 12,
  observation: "noisy",
  sigma: 0.7,
  randomPivotIis: true,
  hideInitialIis: true,
  seesNames: false,
};

export function easyProblems(count: number, first = 0): Problem[] {
  return Array.from({ length: count }, (_, i) => generateProblem(11, first + i, "easy"));
}

/** Is there one legal action that solves it? */
function isSolvedByOneAction(problem: Problem): boolean {
  const env = new RepairEnv({ ...ENVIRONMENT, maxSteps: 1 });
  env.reset(problem, stream(1));
  const features = new Float32Array(env.entityCount * FEATURE_COUNT);
  const mask = new Uint8Array(env.entityCount * ACTION_COUNT);
  env.observe(features, 0, mask, 0);
  return mask.some((legal, action) => {
    if (legal === 0) return false;
    env.reset(problem, stream(1));
    env.step(action);
    return env.outcome().solved;
  });
}

/** Problems that no single step repairs. */
export function twoStepProblems(count: number): Problem[] {
  const found: Problem[] = [];
  for (let i = 0; found.length < count; i++) {
    const problem = generateProblem(11, i, "hard");
    if (!isSolvedByOneAction(problem)) found.push(problem);
  }
  return found;
}

export function smallPolicy(seed: number, maxRows = 256, kernelFor = createKernel): Policy {
  const shape = { features: FEATURE_COUNT, hidden: HIDDEN, actions: ACTION_COUNT, maxRows };
  const policy = new Policy(shape, kernelFor);
  policy.initialize(stream(seed));
  return policy;
}

/** A small training that ends in well under a second. */
export const SMALL_RUN: GrpoOptions = {
  environment: ENVIRONMENT,
  prompts: 6,
  groupSize: 4,
  temperature: 1,
  reward: "rr5",
  shaping: { scalePositive: 1, noise: 0, halveBeyond: 0 },
  softOverlong: 0,
  seed: 1,
  advantage: "group",
  lossLevel: "sequence",
  dynamic: false,
  maxDraws: 4,
  overlongMask: false,
  epochsPerBatch: 2,
  minibatches: 2,
  learningRate: 1e-2,
  gradClip: 1,
  iterations: 3,
  betaKl: 0.01,
  epsLow: 0.2,
  epsHigh: 0.2,
  entropyBonus: 0,
  ratio: "decision",
  surrogate: "clip",
};

/** One minibatch with everything a loss looks at, made so that ratios fall on both sides of every clip bound. */
export interface LossFixture {
  policy: Policy;
  experience: Experience;
  decisions: number[];
  credits: EpisodeCredit[];
}

export function lossFixture(level: LossLevel, maskOverlong: boolean): LossFixture {
  const policy = smallPolicy(5);
  const experience = demonstrate(easyProblems(5), ENVIRONMENT, NOISY_EXPERT, 2);
  const decisions = Array.from({ length: experience.count }, (_, d) => d);
  const lengths: number[] = [];
  for (const d of decisions) lengths[experience.episode[d]] = (lengths[experience.episode[d]] ?? 0) + 1;
  const credits = lengths.map((length, episode) => ({
    advantage: [1.3, -0.7, 0.4, -1.1, 0][episode],
    weight: lossWeight(level, length, episode === 1, maskOverlong),
  }));
  // Old and reference log-probabilities are the present ones, moved by amounts that straddle .2 and .28.
  const shifts = [0, 0.1, -0.1, 0.21, -0.21, 0.26, -0.26, 0.4, -0.4];
  for (const d of decisions) {
    const now = referenceLogProbability(Float64Array.from(policy.parameters), experience, d, 1);
    experience.logProbability[d] = now + shifts[(d * 4) % shifts.length];
    experience.referenceLogProbability[d] = now + 3 * shifts[(d * 5) % shifts.length];
  }
  return { policy, experience, decisions, credits };
}

/** Scores of one decision in doubles, straight from the definition of the network. */
export function referenceScores(
  parameters: Float64Array,
  experience: Experience,
  decision: number,
): number[] {
  const scores: number[] = [];
  for (let row = 0; row < experience.rowCount[decision]; row++) {
    const at = (experience.firstRow[decision] + row) * FEATURE_COUNT;
    let x = Array.from(experience.features.subarray(at, at + FEATURE_COUNT));
    let next = 0;
    [HIDDEN, HIDDEN, ACTION_COUNT].forEach((width, layer) => {
      const bias = next + x.length * width;
      x = Array.from({ length: width }, (_, o) => {
        const sum = x.reduce(
          (acc, value, k) => acc + value * parameters[next + k * width + o],
          parameters[bias + o],
        );
        return layer < 2 ? Math.max(0, sum) : sum;
      });
      next = bias + width;
    });
    scores.push(...x);
  }
  return scores;
}

function referenceDistribution(
  parameters: Float64Array,
  experience: Experience,
  decision: number,
  temperature: number,
): number[] {
  const mask = experience.mask.subarray(experience.firstRow[decision] * ACTION_COUNT);
  const scores = referenceScores(parameters, experience, decision).map((s) => s / temperature);
  const total = scores.reduce((sum, s, i) => sum + (mask[i] ? Math.exp(s) : 0), 0);
  return scores.map((s, i) => (mask[i] ? Math.exp(s) / total : 0));
}

export function referenceLogProbability(
  parameters: Float64Array,
  experience: Experience,
  decision: number,
  temperature: number,
): number {
  const p = referenceDistribution(parameters, experience, decision, temperature);
  return Math.log(p[experience.action[decision]]);
}

/**
 * The whole loss in doubles and by its formula, with nothing shared with the code under test. `frozen`: parameters of what is
 * not differentiated.
 */
export function referenceLoss(
  parameters: Float64Array,
  { experience, decisions, credits }: LossFixture,
  temperature: number,
  { epsLow, epsHigh, betaKl, entropyBonus, ratio: of, surrogate: kind }: PolicyLossOptions,
  frozen: Float64Array = parameters,
): number {
  const logRatio = (by: Float64Array, d: number) =>
    referenceLogProbability(by, experience, d, temperature) - experience.logProbability[d];
  const meanOver = (d: number) => {
    const own = decisions.filter((one) => experience.episode[one] === experience.episode[d]);
    return own.reduce((sum, one) => sum + logRatio(parameters, one), 0) / own.length;
  };
  let numerator = 0;
  let denominator = 0;
  for (const d of decisions) {
    const { advantage, weight } = credits[experience.episode[d]];
    const probabilities = referenceDistribution(parameters, experience, d, temperature);
    const logp = Math.log(probabilities[experience.action[d]]);
    const ratio = Math.exp(of === "episode" ? meanOver(d) : logp - experience.logProbability[d]);
    const bounded = (value: number) => Math.min(1 + epsHigh, Math.max(1 - epsLow, value));
    const weightOf = () => bounded(Math.exp(logRatio(frozen, d)));
    const surrogate =
      kind === "cispo"
        ? -weightOf() * advantage * logp
        : -Math.min(ratio * advantage, bounded(ratio) * advantage);
    const gap = experience.referenceLogProbability[d] - logp;
    const kl = Math.exp(gap) - gap - 1;
    const entropy = -probabilities.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0);
    numerator += weight * (surrogate + betaKl * kl - entropyBonus * entropy);
    denominator += weight;
  }
  return numerator / denominator;
}
