import { shuffle, stream } from "../../math/rng.ts";
import { Adam } from "../nn/adam.ts";
import type { Policy } from "../nn/policy.ts";
import type { Decisions } from "./experience.ts";
import { STREAM } from "./streams.ts";
import { update } from "./update.ts";

/** Decisions per update, learning rate and gradient clip of the measured SFT start; not tuned per run. */
const MINIBATCH = 128;
const LEARNING_RATE = 2e-3;
const GRAD_CLIP = 1;

/**
 * Supervised fine-tuning on demonstrations: minimises the mean negative log-likelihood of the demonstrated action.
 * Yields the mean loss of each epoch, taken before each update, from epoch 1, and the updates made so far. Depends on `seed` and the data alone.
 */
export function* sft(
  policy: Policy,
  demonstrations: Decisions,
  options: { epochs: number; seed: number },
): Generator<{ epoch: number; loss: number; updates: number }> {
  const rng = stream(options.seed, STREAM.sftMinibatches);
  const optimizer = new Adam(policy.parameters.length);
  const order = Array.from({ length: demonstrations.count }, (_, decision) => decision);
  let updates = 0;
  for (let epoch = 1; epoch <= options.epochs; epoch++) {
    shuffle(rng, order);
    let total = 0;
    for (let from = 0; from < order.length; from += MINIBATCH) {
      const batch = order.slice(from, from + MINIBATCH);
      const report = update(
        policy,
        optimizer,
        demonstrations,
        batch,
        { temperature: 1, learningRate: LEARNING_RATE, gradClip: GRAD_CLIP, where: `SFT epoch ${epoch}` },
        (_decision, logProbability, _entropy, out) => {
          out.loss = -logProbability / batch.length;
          out.logProbabilitySlope = -1 / batch.length;
        },
      );
      updates++;
      total += report.loss * batch.length;
    }
    yield { epoch, loss: total / order.length, updates };
  }
}
