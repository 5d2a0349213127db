import { shuffle, stream } from "../../math/rng.ts";
import { sigmoid } from "./score-episodes.ts";
import type { Experience } from "../algo/experience.ts";
import { scoreDecisions } from "../algo/score-decisions.ts";
import { STREAM } from "../algo/streams.ts";
import { NotFiniteError } from "../algo/update.ts";
import { Adam } from "../nn/adam.ts";
import type { Policy } from "../nn/policy.ts";

export interface PrmOptions {
  epochs: number;
  /** Steps per update. */
  minibatch: number;
  learningRate: number;
  gradClip: number;
  seed: number;
}

/**
 * Regression of a process reward model: the mean of (sigmoid(output for the action taken) - label)^2 over minibatches, by
 * Adam. `network` is initialised from the seed and trained in place; `labels` is indexed by decision. Yields the mean loss
 * of each epoch, taken before each update, and the updates made so far. Depends on the seed and the data alone.
 * Throws NotFiniteError where loss or gradient is not finite.
 */
export function* trainPrm(
  network: Policy,
  experience: Experience,
  decisions: readonly number[],
  labels: ArrayLike<number>,
  { epochs, minibatch, learningRate, gradClip, seed }: PrmOptions,
): Generator<{ epoch: number; loss: number; updates: number }> {
  network.initialize(stream(seed, STREAM.initialWeights));
  const rng = stream(seed, STREAM.prmMinibatches);
  const optimizer = new Adam(network.parameters.length);
  const order = [...decisions];
  let updates = 0;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    shuffle(rng, order);
    let total = 0;
    for (let from = 0; from < order.length; from += minibatch) {
      const part = order.slice(from, from + minibatch);
      const where = `PRM epoch ${epoch}`;
      const loss = regressionGradient(network, experience, part, labels);
      if (!Number.isFinite(loss)) throw new NotFiniteError("The loss", loss, where);
      const norm = optimizer.step(network.parameters, network.gradient, learningRate, gradClip);
      if (!Number.isFinite(norm)) throw new NotFiniteError("The gradient norm", norm, where);
      updates++;
      total += loss * part.length;
    }
    yield { epoch, loss: total / order.length, updates };
  }
}

/** Mean squared error of a minibatch; its gradient in every parameter is left in `network.gradient`. */
export function regressionGradient(
  network: Policy,
  experience: Experience,
  decisions: readonly number[],
  labels: ArrayLike<number>,
): number {
  const { scores, scoreGradient } = network;
  let loss = 0;
  network.startGradient();
  scoreDecisions(network, experience, decisions, {
    decision(decision, offset, count) {
      const at = offset + experience.action[decision];
      const score = sigmoid(scores[at]);
      const error = score - labels[decision];
      loss += error * error;
      scoreGradient.fill(0, offset, offset + count);
      scoreGradient[at] = (2 * error * score * (1 - score)) / decisions.length;
    },
    pass: (rows) => network.backward(rows),
  });
  return loss / decisions.length;
}
