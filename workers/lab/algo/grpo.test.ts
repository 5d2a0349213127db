import { expect, test, vi } from "vitest";
import { isZeroVariance } from "../../math/group-statistics.ts";
import { NOISY_EXPERT } from "../env/testing/problems.ts";
import { createJsKernel } from "../nn/kernel-js.ts";
import { weightsHash } from "../nn/kernel-wasm.ts";
import { demonstrate } from "./demonstrations.ts";
import { grpo, type GrpoOptions } from "./grpo.ts";
import { sft } from "./sft.ts";
import type { TrainStepRecord } from "./train-on-groups.ts";
import { easyProblems, ENVIRONMENT, SMALL_RUN, smallPolicy, twoStepProblems } from "./testing.ts";

const problems = easyProblems(40);
const start = (() => {
  const policy = smallPolicy(1);
  const demonstrations = demonstrate(problems, ENVIRONMENT, NOISY_EXPERT, 4);
  for (const _ of sft(policy, demonstrations, { epochs: 4, seed: 2 }));
  return policy.parameters.slice();
})();

/** No episode of one step solves any of these: every group fails as a whole. */
const hopeless = { problems: twoStepProblems(20), options: { environment: { ...ENVIRONMENT, maxSteps: 1 } } };

function train(
  over: Partial<GrpoOptions> = {},
  on = problems,
  policy = smallPolicy(1),
): { records: TrainStepRecord[]; hash: string } {
  policy.parameters.set(start);
  const records = [...grpo(policy, on, { ...SMALL_RUN, ...over })].filter((record) => record !== null);
  return { records, hash: weightsHash(policy.parameters) };
}

test("the same seed gives the same weights bit for bit, and another seed does not", () => {
  expect(train().hash).toBe(train().hash);
  expect(train({ seed: 2 }).hash).not.toBe(train().hash);
});

test("the plain JavaScript kernel and other pass sizes train to the same weights, bit for bit", () => {
  const options = { iterations: 2, dynamic: true, overlongMask: true };
  const { hash } = train(options);
  expect(train(options, problems, smallPolicy(1, 256, createJsKernel)).hash).toBe(hash);
  expect(train(options, problems, smallPolicy(1, 40)).hash).toBe(hash);
});

test("with learning rate 0 nothing moves: weights, KL and clip share stay exactly where they were", () => {
  const { records, hash } = train({ learningRate: 0 });
  const policy = smallPolicy(1);
  policy.parameters.set(start);
  expect(hash).toBe(weightsHash(policy.parameters));
  for (const { updates } of records) {
    expect(updates?.kl).toBe(0);
    expect(updates?.clipShare).toBe(0);
    expect(updates?.gradNorm).toBeGreaterThan(0);
  }
});

test("one update per batch never clips, so clip-higher changes not a bit; with more updates it does", () => {
  const once = { epochsPerBatch: 1, minibatches: 1, betaKl: 0 };
  const strict = train(once);
  expect(strict.records.map((r) => r.updates?.clipShare)).toEqual([0, 0, 0]);
  expect(train({ ...once, epsHigh: 0.28 }).hash).toBe(strict.hash);
  const many = { epochsPerBatch: 4, betaKl: 0 };
  expect(train({ ...many, epsHigh: 0.28 }).hash).not.toBe(train(many).hash);
});

test("each of the switches really changes the training", () => {
  const base = train({ betaKl: 0 }).hash;
  const switches: Partial<GrpoOptions>[] = [
    { betaKl: 0.01 },
    { betaKl: 0, dynamic: true },
    { betaKl: 0, lossLevel: "token" },
    { betaKl: 0, overlongMask: true },
    { betaKl: 0, advantage: "none" },
    { betaKl: 0, temperature: 0.8 },
    { betaKl: 0, entropyBonus: 0.01 },
  ];
  for (const over of switches) expect(train(over).hash, JSON.stringify(over)).not.toBe(base);
});

test("the KL is that to the start of the training, not to the policy that sampled", () => {
  const { records } = train({ epochsPerBatch: 1, minibatches: 1, iterations: 4 });
  const [first, ...later] = records.map((record) => record.updates?.kl ?? 0);
  expect(first).toBe(0);
  for (const kl of later) expect(kl).toBeGreaterThan(1e-6);
});

test("without a weight of the KL the reference is never asked, and no KL is reported", () => {
  const scoredByReference = (betaKl: number) => {
    const policy = smallPolicy(1);
    const forward = vi.spyOn(policy, "forward");
    const kls = train({ betaKl }, problems, policy).records.map((record) => record.updates?.kl);
    return { kls, passes: forward.mock.calls.filter(([, which]) => which === "reference").length };
  };
  expect(scoredByReference(0)).toEqual({ kls: [null, null, null], passes: 0 });
  expect(scoredByReference(0.01).passes).toBeGreaterThanOrEqual(3);
});

test("a step reports all drawn groups, and without dynamic sampling draws once", () => {
  for (const record of train().records) {
    expect(record.groups).toHaveLength(SMALL_RUN.prompts);
    expect(record.episodeCount).toBe(SMALL_RUN.prompts * SMALL_RUN.groupSize);
    expect(record.updateCount).toBe(SMALL_RUN.epochsPerBatch * SMALL_RUN.minibatches);
    const dead = record.groups.filter((group) => isZeroVariance(group.shaped)).length;
    expect(record.statistics.zeroShare).toBe(dead / record.groups.length);
    const raw = record.groups.flatMap((group) => group.raw);
    expect(record.statistics.meanRaw).toBeCloseTo(raw.reduce((a, b) => a + b) / raw.length, 12);
  }
});

test("dynamic sampling draws until enough groups are alive or four draws are spent, and counts them all", () => {
  for (const { groups, keptCount, episodeCount, statistics } of train({ dynamic: true }).records) {
    const draws = groups.length / SMALL_RUN.prompts;
    const alive = (n: number) =>
      groups.slice(0, n * SMALL_RUN.prompts).filter((group) => !isZeroVariance(group.shaped)).length;
    expect(draws).toBeGreaterThan(1);
    expect(draws).toBeLessThanOrEqual(4);
    expect(alive(draws - 1)).toBeLessThan(SMALL_RUN.prompts);
    if (draws < 4) expect(alive(draws)).toBeGreaterThanOrEqual(SMALL_RUN.prompts);
    expect(keptCount).toBe(Math.min(alive(draws), SMALL_RUN.prompts));
    expect(episodeCount).toBe(groups.length * SMALL_RUN.groupSize);
    expect(statistics.zeroShare).toBeCloseTo(1 - alive(draws) / groups.length, 12);
  }
});

test("dynamic sampling stops at the draw that fills the batch exactly", () => {
  // Noise leaves no group dead, so that each draw brings as many live ones as it asks for.
  const noisy = { dynamic: true, shaping: { scalePositive: 1, noise: 2, halveBeyond: 0 } };
  for (const record of train(noisy).records) {
    expect(record.groups).toHaveLength(SMALL_RUN.prompts);
    expect(record.keptCount).toBe(SMALL_RUN.prompts);
  }
});

test("dead groups carry no gradient: where all are dead the first step leaves every weight alone", () => {
  const { records, hash } = train({ ...hopeless.options, betaKl: 0, iterations: 1 }, hopeless.problems);
  expect(records[0].statistics).toMatchObject({ zeroShare: 1, allFailedShare: 1, allSolvedShare: 0, std: 0 });
  expect(records[0].updates?.gradNorm).toBe(0);
  expect(hash).toBe(train({ iterations: 0 }).hash);
});

test("a dead step under dynamic sampling or a full overlong mask makes no update and says so", () => {
  for (const over of [{ dynamic: true }, { overlongMask: true }]) {
    const { records } = train({ ...hopeless.options, iterations: 1, ...over }, hopeless.problems);
    expect(records[0]).toMatchObject({ updates: null, updateCount: 0 });
    expect(records[0].episodeCount).toBeGreaterThan(0);
  }
});

test("the overlong mask leaves the reward statistics as they were", () => {
  const step = { iterations: 1, environment: { ...ENVIRONMENT, maxSteps: 3 } };
  const masked = train({ ...step, overlongMask: true });
  const plain = train(step);
  expect(masked.records[0].statistics).toEqual(plain.records[0].statistics);
  expect(masked.hash).not.toBe(plain.hash);
  expect(plain.records[0].groups.some((group) => group.overlong.includes(true))).toBe(true);
});

test("reward noise hides dead groups: none is dead any more and their spread is the injected one", () => {
  const options = {
    ...hopeless.options,
    shaping: { scalePositive: 1, noise: 2, halveBeyond: 0 },
    prompts: 20,
    groupSize: 8,
  };
  const { records } = train(options, hopeless.problems);
  for (const { statistics } of records) {
    expect(statistics.zeroShare).toBe(0);
    expect(statistics.meanRaw).toBe(0);
    expect(statistics.std).toBeGreaterThan(0.9);
    expect(statistics.std).toBeLessThan(1.4);
  }
});

test("scaling positive rewards inflates the logged reward and nothing else of the first step", () => {
  const scaled = train({ shaping: { scalePositive: 1.4, noise: 0, halveBeyond: 0 }, iterations: 1 })
    .records[0];
  const plain = train({ iterations: 1 }).records[0];
  expect(plain.statistics.meanRaw).toBeGreaterThan(0);
  expect(scaled.statistics.meanRaw).toBe(plain.statistics.meanRaw);
  expect(scaled.statistics.zeroShare).toBe(plain.statistics.zeroShare);
  expect(scaled.statistics.meanShaped).toBeCloseTo(1.4 * plain.statistics.meanRaw, 12);
  expect(scaled.updates?.gradNorm).toBeCloseTo(plain.updates?.gradNorm ?? Number.NaN, 3);
});

test("a number that is not finite stops the run at once and names the step", () => {
  expect(() => train({ learningRate: 1e30 })).toThrow(/at train step 1, update \d/);
  const policy = smallPolicy(1);
  policy.parameters[40] = Number.NaN;
  expect(() => [...grpo(policy, problems, SMALL_RUN)]).toThrow();
});
