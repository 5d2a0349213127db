import { shuffle, stream } from "../../math/rng.ts";
import type { Adam } from "../nn/adam.ts";
import type { Policy } from "../nn/policy.ts";
import type { Decisions } from "./experience.ts";
import type { GroupMethod } from "./group-method.ts";
import type { EpisodeCredit, PolicyLossTotals } from "./policy-loss.ts";
import { ActionDistribution } from "./rollout.ts";
import { scoreDecisions } from "./score-decisions.ts";
import { STREAM } from "./streams.ts";
import { update } from "./update.ts";

/** How the updates of a step are made, whatever the method. */
export interface LearnOptions {
  temperature: number;
  seed: number;
  /** Passes over the decisions of a step, and updates per pass. */
  epochsPerBatch: number;
  minibatches: number;
  learningRate: number;
  gradClip: number;
  /** Weight of the KL to the parameters at the call; 0 leaves that reference out and computes no KL. */
  betaKl: number;
}

/** Means over the updates of a train step, each over its decisions. */
export interface UpdateMeans {
  /** Null where no KL is computed (betaKl 0). */
  kl: number | null;
  entropy: number;
  /** Null where the method does not clip. */
  clipShare: number | null;
  gradNorm: number;
  /** What the updates minimised, as the method weighs its decisions. */
  loss: number;
}

/** Writes the reference policy's log-probability of each decision's action, at `temperature`, into the experience. */
function scoreReference(
  policy: Policy,
  experience: Decisions,
  decisions: readonly number[],
  temperature: number,
): void {
  const distribution = new ActionDistribution(policy, temperature);
  const decision = (index: number, scoreOffset: number, count: number) => {
    distribution.read(scoreOffset, count);
    experience.referenceLogProbability[index] = distribution.logProbability(experience.action[index]);
  };
  scoreDecisions(policy, experience, decisions, { decision }, "reference");
}

/** The updates of one step: `epochsPerBatch` passes over the batch in `minibatches` parts each. */
export function* learn(
  policy: Policy,
  experience: Decisions,
  method: GroupMethod,
  options: LearnOptions,
  trainStep: number,
  optimizer: Adam,
  batch: readonly number[],
  credits: readonly EpisodeCredit[],
): Generator<null, { means: UpdateMeans | null; count: number }> {
  const { temperature, learningRate, gradClip, betaKl, epochsPerBatch, minibatches } = options;
  if (betaKl > 0) scoreReference(policy, experience, batch, temperature);
  const hasSlope = (decision: number) => method.hasSlope(credits[experience.episode[decision]].advantage);
  const rng = stream(options.seed, STREAM.minibatches, trainStep);
  const totals: PolicyLossTotals = { decisions: 0, clipped: 0, kl: 0 };
  const units = method.wholeEpisodes ? byEpisode(experience, batch) : batch.map((decision) => [decision]);
  const size = Math.ceil(units.length / minibatches);
  let [entropy, gradNorm, loss, count] = [0, 0, 0, 0];
  for (let epoch = 0; epoch < epochsPerBatch; epoch++) {
    shuffle(rng, units);
    for (let from = 0; from < units.length; from += size) {
      const part = units.slice(from, from + size).flat();
      // Decisions of dead groups last: the gradient has nothing for them, and `lossGradient` then skips their way back.
      const decisions = [...part.filter(hasSlope), ...part.filter((decision) => !hasSlope(decision))];
      count++;
      const where = `train step ${trainStep}, update ${count}`;
      const settings = { temperature, learningRate, gradClip, where };
      const lossOf = method.loss(policy, experience, decisions, credits, totals);
      const report = update(policy, optimizer, experience, decisions, settings, lossOf);
      entropy += report.meanEntropy;
      gradNorm += report.gradNorm;
      loss += report.loss;
      yield null;
    }
  }
  if (count === 0) return { means: null, count };
  const kl = betaKl > 0 ? totals.kl / totals.decisions : null;
  const clipShare = method.clips ? totals.clipped / totals.decisions : null;
  const means = { kl, entropy: entropy / count, clipShare, gradNorm: gradNorm / count, loss: loss / count };
  return { means, count };
}

/** The decisions of a batch, one list per episode. */
function byEpisode(experience: Decisions, batch: readonly number[]): number[][] {
  const episodes = new Map<number, number[]>();
  for (const decision of batch) {
    const episode = experience.episode[decision];
    const own = episodes.get(episode);
    if (own) own.push(decision);
    else episodes.set(episode, [decision]);
  }
  return [...episodes.values()];
}
