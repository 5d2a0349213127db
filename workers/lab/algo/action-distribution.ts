import { sampleIndex } from "../../math/sampling.ts";
import type { Policy } from "../nn/policy.ts";

/** The policy's distribution over the actions of one decision: a softmax over the legal actions of all its entities. */
export class ActionDistribution {
  /** Number of flat actions, illegal ones included. */
  count = 0;
  /** Per flat action its probability times `total`; exactly 0 where illegal. The first `count` are valid. */
  readonly weights: Float32Array;
  total = 0;
  readonly #policy: Policy;
  readonly #temperature: number;
  #offset = 0;
  #highest = 0;
  #logTotal = 0;
  #weighted = 0;

  constructor(policy: Policy, temperature: number) {
    this.#policy = policy;
    this.#temperature = temperature;
    this.weights = policy.weights;
  }

  /** Becomes the distribution over the `count` actions whose scores begin at `scoreOffset`. */
  read(scoreOffset: number, count: number): void {
    const summary = this.#policy.softmax(scoreOffset, count, this.#temperature);
    this.count = count;
    this.#offset = scoreOffset;
    this.#highest = summary[0];
    this.total = summary[1];
    this.#weighted = summary[2];
    if (this.total === 0)
      throw new RangeError(`None of ${count} actions is legal, so there is no distribution.`);
    this.#logTotal = Math.log(this.total);
  }

  logProbability(action: number): number {
    return (this.#policy.scores[this.#offset + action] - this.#highest) / this.#temperature - this.#logTotal;
  }

  /** In nats: -sum p log p with log p = z - log total, so that no action needs a logarithm of its own. */
  entropy(): number {
    return this.#logTotal - this.#weighted / this.total;
  }

  /** The action whose share of [0, 1) contains `u`. */
  sample(u: number): number {
    return sampleIndex(this.weights, this.count, u * this.total);
  }
}
