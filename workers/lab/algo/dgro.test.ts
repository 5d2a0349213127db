import { episodeLogRatios } from "./log-ratios.ts";
import { grad, nn, numpy as np } from "@jax-js/jax";
import { expect, test } from "vitest";
import { ACTION_COUNT } from "../env/actions.ts";
import { FEATURE_COUNT } from "../env/features.ts";
import { NOISY_EXPERT } from "../env/testing/problems.ts";
import { weightsHash } from "../nn/kernel-wasm.ts";
import { demonstrate } from "./demonstrations.ts";
import { codedDgro, type CodedDgroOptions, krpo, paperDgro, paperLoss } from "./dgro.ts";
import type { GroupMethod } from "./group-method.ts";
import { grpo, type GrpoOptions } from "./grpo.ts";
import { sft } from "./sft.ts";
import {
  easyProblems,
  ENVIRONMENT,
  HIDDEN,
  type LossFixture,
  lossFixture,
  referenceLogProbability,
  SMALL_RUN,
  smallPolicy,
  twoStepProblems,
} from "./testing.ts";
import { fixedSource } from "../curriculum/problem-source.ts";
import { trainOnGroups } from "./train-on-groups.ts";
import { lossGradient } from "./update.ts";

const problems = easyProblems(40);
const start = (() => {
  const policy = smallPolicy(1);
  const demonstrations = demonstrate(problems, ENVIRONMENT, NOISY_EXPERT, 4);
  for (const _ of sft(policy, demonstrations, { epochs: 4, seed: 2 }));
  return policy.parameters.slice();
})();

function train(
  methodOf: (options: GrpoOptions) => GroupMethod,
  over: Partial<GrpoOptions> = {},
  on = problems,
) {
  const options = { ...SMALL_RUN, ...over };
  const policy = smallPolicy(1);
  policy.parameters.set(start);
  const steps = trainOnGroups(policy, fixedSource(on), options, methodOf(options));
  const records = [...steps].filter((record) => record !== null);
  return { records, hash: weightsHash(policy.parameters), parameters: policy.parameters.slice() };
}

const CODED: CodedDgroOptions = { beta: 2, minVariance: 0.01, emaGain: null, call: null };
const coded =
  (over: Partial<CodedDgroOptions> = {}) =>
  (options: GrpoOptions) =>
    codedDgro(options, { ...CODED, ...over });
const paper =
  (beta1: number, beta2: number) =>
  ({ temperature }: GrpoOptions) =>
    paperDgro(temperature, { beta1, beta2 });
const FILTER = { q: 1e-5, r: 1e-2, p0: 1 };

const distance = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  const scale = Math.max(...Array.from(b, Math.abs));
  return Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]))) / scale;
};

test("as coded, training is plain GRPO: the weights differ by the epsilon of the group's deviation and no more", () => {
  const policy = smallPolicy(1);
  policy.parameters.set(start);
  const options = { ...SMALL_RUN, iterations: 1 };
  for (const _ of grpo(policy, problems, options));
  for (const over of [{}, { beta: 0.5 }, { emaGain: 0.1 }]) {
    const { parameters, records } = train(coded(over), options);
    expect(records[0].rescaling?.noisyShare).toBe(0);
    expect(distance(parameters, policy.parameters)).toBeLessThan(1e-3);
  }
});

test("as coded, what is logged is the rescaled reward and the share of draws that took noise", () => {
  const [record] = train(coded(), { iterations: 1 }).records;
  const shaped = record.groups.flatMap((group) => group.shaped);
  const centre = shaped.reduce((a, b) => a + b) / shaped.length;
  const spread = Math.sqrt(shaped.reduce((s, x) => s + (x - centre) ** 2, 0) / (shaped.length - 1));
  expect(spread).toBeCloseTo(2, 5);
  expect(centre).toBeCloseTo(record.statistics.meanRaw, 10);
  expect(record.rescaling).toEqual({ beta: 2, baseline: record.statistics.meanRaw, noisyShare: 0 });
});

test("as coded and call by call, a group that agrees is noise while the others are scaled", () => {
  const { groupSize } = SMALL_RUN;
  const [record] = train(coded({ call: groupSize }), { iterations: 1 }).records;
  const dead = record.groups.filter(({ raw }) => new Set(raw).size === 1);
  expect(record.rescaling?.noisyShare).toBeCloseTo(dead.length / record.groups.length, 12);
  expect(dead.length).toBeGreaterThan(0);
  for (const { raw, shaped } of record.groups) {
    const centre = shaped.reduce((a, b) => a + b) / shaped.length;
    const spread = Math.sqrt(shaped.reduce((s, x) => s + (x - centre) ** 2, 0) / (shaped.length - 1));
    if (new Set(raw).size > 1) expect(spread).toBeCloseTo(2, 5);
    else expect(spread).toBeLessThan(0.7);
  }
  expect(record.statistics.zeroShare).toBe(0);
});

test("one call for the whole draw is the same as no calls", () => {
  const whole = SMALL_RUN.prompts * SMALL_RUN.groupSize;
  expect(train(coded({ call: whole })).hash).toBe(train(coded()).hash);
});

test("as coded, a draw where all fail alike trains on noise, which plain GRPO would skip", () => {
  const hopeless = { environment: { ...ENVIRONMENT, maxSteps: 1 }, betaKl: 0 };
  const { records, hash } = train(coded(), hopeless, twoStepProblems(20));
  for (const { rescaling, statistics } of records) {
    expect(rescaling?.noisyShare).toBe(1);
    expect(statistics.zeroShare).toBe(0);
    expect(statistics.std).toBeGreaterThan(0.1);
    expect(statistics.meanRaw).toBe(0);
  }
  expect(hash).not.toBe(weightsHash(start));
  expect(train(coded(), hopeless, twoStepProblems(20)).hash).toBe(hash);
  const quiet = smallPolicy(1);
  quiet.parameters.set(start);
  for (const _ of grpo(quiet, twoStepProblems(20), { ...SMALL_RUN, ...hopeless }));
  expect(weightsHash(quiet.parameters)).toBe(weightsHash(start));
});

test("the moving baseline starts at 0 and carries over from step to step; the schedule starts small", () => {
  const { records } = train(coded({ emaGain: 0.5, beta: "scheduled" }));
  let moving = 0;
  for (const { statistics, rescaling, trainStep } of records) {
    moving += 0.5 * (statistics.meanRaw - moving);
    expect(rescaling?.baseline).toBeCloseTo(moving, 12);
    expect(rescaling?.beta).toBeCloseTo(0.02 * trainStep, 12);
  }
});

test("KRPO gives every member of an all-solved group a push, where GRPO gives none", () => {
  expect(krpo(SMALL_RUN, FILTER).advantages([1, 1, 1, 1])[0]).toBeGreaterThan(0);
  const { hash, records } = train((options) => krpo(options, FILTER));
  expect(records.every((record) => record.rescaling === null)).toBe(true);
  expect(train((options) => krpo(options, FILTER)).hash).toBe(hash);
});

test("as published, nothing is clipped, no reference is read, and the second weight acts from the second update on", () => {
  const once = { epochsPerBatch: 1, minibatches: 1, betaKl: 0 };
  const free = train(paper(1, 0), once);
  expect(train(paper(1, 50), once).hash).toBe(free.hash);
  const twice = { ...once, epochsPerBatch: 2 };
  expect(train(paper(1, 50), twice).hash).not.toBe(train(paper(1, 0), twice).hash);
  for (const { updates } of free.records) expect([updates?.clipShare, updates?.kl]).toEqual([null, null]);
});

test("as published, a dead group is pulled back to its sampling policy from the second update on", () => {
  const hopeless = {
    environment: { ...ENVIRONMENT, maxSteps: 1 },
    betaKl: 0,
    epochsPerBatch: 2,
    minibatches: 1,
  };
  const nudged = (beta2: number) => (options: GrpoOptions) => {
    const method = paper(1, beta2)(options);
    let update = 0;
    return {
      ...method,
      loss: (...[policy, ...rest]: Parameters<GroupMethod["loss"]>) => {
        // All groups are dead, so the first update moves nothing; a push stands for what live groups would do.
        if (update++ % 2 === 1) policy.parameters[0] += 0.5;
        return method.loss(policy, ...rest);
      },
    };
  };
  const gradient = (beta2: number) =>
    train(nudged(beta2), { ...hopeless, iterations: 1 }, twoStepProblems(20)).records[0].updates?.gradNorm;
  expect(gradient(0)).toBe(0);
  expect(gradient(50)).toBeGreaterThan(0);
  expect([paper(1, 50)(SMALL_RUN).hasSlope(0), paper(1, 0)(SMALL_RUN).hasSlope(0)]).toEqual([true, false]);
});

test("as published, a minibatch holds whole episodes and every one of them once per pass", () => {
  const seen: number[][] = [];
  train(
    (options) => {
      const method = paper(1, 0.1)(options);
      return {
        ...method,
        loss: (policy, experience, decisions, credits, totals) => {
          seen.push(decisions.map((d) => experience.episode[d]));
          return method.loss(policy, experience, decisions, credits, totals);
        },
      };
    },
    { iterations: 1, epochsPerBatch: 1, minibatches: 3, betaKl: 0 },
  );
  const parts = seen.map((episodes) => [...new Set(episodes)]);
  expect(parts).toHaveLength(3);
  expect(parts.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, i) => i));
});

const WEIGHTS = { beta1: 0.8, beta2: 0.3 };

/** The published loss in doubles and by its formula. */
function referenceLoss(parameters: Float64Array, { experience, decisions, credits }: LossFixture): number {
  const sums = new Map<number, { now: number; ratio: number }>();
  for (const d of decisions) {
    const logp = referenceLogProbability(parameters, experience, d, 0.9);
    const sum = sums.get(experience.episode[d]) ?? { now: 0, ratio: 0 };
    sums.set(experience.episode[d], {
      now: sum.now + logp,
      ratio: sum.ratio + logp - experience.logProbability[d],
    });
  }
  const terms = Array.from(
    sums,
    ([episode, { now, ratio }]) =>
      -WEIGHTS.beta1 * credits[episode].advantage * now + WEIGHTS.beta2 * ratio ** 2,
  );
  return terms.reduce((a, b) => a + b) / terms.length;
}

function computed({ policy, experience, decisions, credits }: LossFixture) {
  const ratios = episodeLogRatios(policy, experience, decisions, 0.9);
  const totals = { decisions: 0, clipped: 0, kl: 0 };
  const lossOf = paperLoss(experience, ratios, credits, WEIGHTS, totals);
  const { loss } = lossGradient(policy, experience, decisions, 0.9, lossOf);
  return { loss, gradient: Array.from(policy.gradient) };
}

test("loss and gradient as published are those of central differences in doubles", () => {
  const fixture = lossFixture("sequence", false);
  const { loss, gradient } = computed(fixture);
  const parameters = Float64Array.from(fixture.policy.parameters);
  expect(loss).toBeCloseTo(referenceLoss(parameters, fixture), 5);
  const h = 1e-6;
  const some = Array.from(parameters.keys()).filter((i) => i % 7 === 0);
  const numeric = some.map((i) => {
    const value = parameters[i];
    parameters[i] = value + h;
    const above = referenceLoss(parameters, fixture);
    parameters[i] = value - h;
    const below = referenceLoss(parameters, fixture);
    parameters[i] = value;
    return (above - below) / (2 * h);
  });
  const analytic = some.map((i) => gradient[i]);
  expect(distance(analytic, numeric)).toBeLessThan(1e-4);
});

test("the gradient as published is that of jax-js", () => {
  const fixture = lossFixture("sequence", false);
  const { policy, experience, decisions, credits } = fixture;
  const entities = Math.max(...decisions.map((d) => experience.rowCount[d]));
  const [n, actions, episodes] = [decisions.length, entities * ACTION_COUNT, credits.length];
  const x = new Float32Array(n * entities * FEATURE_COUNT);
  const legal = new Float32Array(n * actions);
  const taken = new Float32Array(n * actions);
  const member = new Float32Array(episodes * n);
  decisions.forEach((d, i) => {
    const [row, rows] = [experience.firstRow[d], experience.rowCount[d]];
    const own = experience.features.subarray(row * FEATURE_COUNT, (row + rows) * FEATURE_COUNT);
    x.set(own, i * entities * FEATURE_COUNT);
    legal.set(experience.mask.subarray(row * ACTION_COUNT, (row + rows) * ACTION_COUNT), i * actions);
    taken[i * actions + experience.action[d]] = 1;
    member[experience.episode[d] * n + i] = 1;
  });
  const old = np.array(Float32Array.from(decisions, (d) => experience.logProbability[d])).reshape([n, 1]);
  const advantage = np.array(Float32Array.from(credits, (credit) => credit.advantage)).reshape([episodes, 1]);
  const [data, mask, action, sums] = [
    np.array(x).reshape([n * entities, FEATURE_COUNT]),
    np.array(legal).reshape([n, actions]),
    np.array(taken).reshape([n, actions]),
    np.array(member).reshape([episodes, n]),
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
    const scaled = scores.reshape([n, actions]).mul(1 / 0.9);
    const logs = nn.logSoftmax(scaled.add(mask.ref.sub(1).mul(1e4)), 1);
    const logp = logs.mul(action.ref).sum(1).reshape([n, 1]);
    const whole = np.matmul(sums.ref, logp.ref);
    const ratio = np.matmul(sums.ref, logp.sub(old.ref));
    const gain = whole.mul(advantage.ref).mul(-WEIGHTS.beta1);
    return gain.add(np.square(ratio).mul(WEIGHTS.beta2)).mean();
  };
  const expected = grad(lossOf)(np.array(Float32Array.from(policy.parameters))).dataSync();
  expect(distance(computed(fixture).gradient, expected)).toBeLessThan(1e-4);
});
