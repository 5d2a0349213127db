import { grad, nn, numpy as np } from "@jax-js/jax";
import { expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import { demonstrate } from "../algo/demonstrations.ts";
import { easyProblems, ENVIRONMENT, HIDDEN, referenceScores, smallPolicy } from "../algo/testing.ts";
import { ACTION_COUNT } from "../env/actions.ts";
import { NOISY_EXPERT } from "../env/testing/problems.ts";
import { FEATURE_COUNT } from "../env/features.ts";
import { weightsHash } from "../nn/kernel-wasm.ts";
import { meanSquaredError } from "./report-prm.ts";
import { episodeScore, scoreEpisodes, scoreSteps } from "./score-episodes.ts";
import { regressionGradient, trainPrm } from "./train-prm.ts";

const experience = demonstrate(easyProblems(12), ENVIRONMENT, NOISY_EXPERT, 2);
const all = Array.from({ length: experience.count }, (_, d) => d);
const labels = all.map((d) => [0, 0.2, 0.3, 0.5, 1][d % 5]);

function loss(parameters: Float64Array): number {
  return (
    all.reduce((sum, d) => {
      const score = 1 / (1 + Math.exp(-referenceScores(parameters, experience, d)[experience.action[d]]));
      return sum + (score - labels[d]) ** 2;
    }, 0) / all.length
  );
}

const distance = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i]))) / Math.max(...b.map(Math.abs));

test("loss and gradient of the regression are those of central differences in doubles", () => {
  const network = smallPolicy(5);
  const parameters = Float64Array.from(network.parameters);
  expect(regressionGradient(network, experience, all, labels)).toBeCloseTo(loss(parameters), 6);
  const h = 1e-6;
  const some = Array.from(parameters.keys()).filter((i) => i % 11 === 0);
  const numeric = some.map((i) => {
    const value = parameters[i];
    parameters[i] = value + h;
    const above = loss(parameters);
    parameters[i] = value - h;
    const below = loss(parameters);
    parameters[i] = value;
    return (above - below) / (2 * h);
  });
  expect(
    distance(
      some.map((i) => network.gradient[i]),
      numeric,
    ),
  ).toBeLessThan(1e-4);
});

test("the gradient of the regression is that of jax-js", () => {
  const network = smallPolicy(5);
  regressionGradient(network, experience, all, labels);
  // Only the entity that was acted on enters the loss.
  const x = new Float32Array(all.length * FEATURE_COUNT);
  const taken = new Float32Array(all.length * ACTION_COUNT);
  for (const d of all) {
    const row = experience.firstRow[d] + Math.floor(experience.action[d] / ACTION_COUNT);
    x.set(experience.features.subarray(row * FEATURE_COUNT, (row + 1) * FEATURE_COUNT), d * FEATURE_COUNT);
    taken[d * ACTION_COUNT + (experience.action[d] % ACTION_COUNT)] = 1;
  }
  const data = np.array(x).reshape([all.length, FEATURE_COUNT]);
  const action = np.array(taken).reshape([all.length, ACTION_COUNT]);
  const wanted = np.array(Float32Array.from(labels));
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
    const error = nn.sigmoid(scores.mul(action.ref).sum(1)).sub(wanted.ref);
    return np.square(error).mean();
  };
  const expected = Array.from(grad(lossOf)(np.array(Float32Array.from(network.parameters))).dataSync());
  expect(distance(Array.from(network.gradient), expected)).toBeLessThan(1e-4);
});

const OPTIONS = { epochs: 30, minibatch: 16, learningRate: 5e-3, gradClip: 1, seed: 3 };

test("it learns labels that the observation tells, and ends the same when run again", () => {
  const byAction = all.map((d) => (experience.action[d] % ACTION_COUNT) / ACTION_COUNT);
  const run = (seed = 3) => {
    const network = smallPolicy(1);
    const losses = [...trainPrm(network, experience, all, byAction, { ...OPTIONS, seed })];
    return { network, losses, hash: weightsHash(network.parameters) };
  };
  const { network, losses, hash } = run();
  expect(losses).toHaveLength(30);
  expect(losses[29].loss).toBeLessThan(losses[0].loss / 4);
  expect(losses[29].updates).toBe(30 * Math.ceil(all.length / 16));
  const scores = scoreSteps(network, experience, all);
  expect(meanSquaredError(scores, byAction)).toBeLessThan(losses[0].loss / 4);
  expect(run().hash).toBe(hash);
  expect(run(4).hash).not.toBe(hash);
});

test("a label that is not a number ends the training instead of the network", () => {
  const training = trainPrm(smallPolicy(1), experience, all, labels.with(3, Number.NaN), OPTIONS);
  expect(() => [...training]).toThrow(/^The loss became NaN at PRM epoch 1/);
});

test.each([
  ["mean", 0.5],
  ["sum", 1.5],
  ["last", 0.2],
  ["min", 0.2],
  ["difference", -0.6],
] as const)("the scores of an episode are one number: %s", (use, score) => {
  expect(episodeScore([0.8, 0.5, 0.2], use)).toBeCloseTo(score, 12);
  expect(episodeScore([], use)).toBe(0);
});

test("an episode's scores are those of its own decisions, wherever they lie", () => {
  const network = smallPolicy(5);
  network.initialize(stream(9));
  const scores = scoreSteps(network, experience, all);
  const first = all.find((d) => experience.episode[d] === 3) ?? 0;
  const found = scoreEpisodes(network, experience, first, 3, 9);
  found.forEach((own, k) =>
    expect(own).toEqual(all.filter((d) => experience.episode[d] === 3 + k).map((d) => scores[d])),
  );
  expect(found).toHaveLength(9);
});
