import { type AdvantageScale, groupAdvantages } from "../../math/group-advantage.ts";
import { type GroupStatistics, groupStatistics } from "../../math/group-statistics.ts";
import { type LossLevel, lossWeight } from "../../math/loss-weight.ts";
import { shuffle, stream } from "../../math/rng.ts";
import { isZeroVariance } from "../../math/zero-variance.ts";
import type { Problem } from "../env/problem.ts";
import { Adam } from "../nn/adam.ts";
import type { Policy } from "../nn/policy.ts";
import { drawGroups, type DrawOptions, type Group, type Workplace } from "./draw-groups.ts";
import { Experience } from "./experience.ts";
import {
  type EpisodeCredit,
  policyLoss,
  type PolicyLossOptions,
  type PolicyLossTotals,
} from "./policy-loss.ts";
import { rewardBounds } from "./rewards.ts";
import { scoreReference } from "./score-reference.ts";
import { STREAM } from "./streams.ts";
import { update } from "./update.ts";

export interface GrpoOptions extends DrawOptions, PolicyLossOptions {
  advantage: AdvantageScale;
  lossLevel: LossLevel;
  /** Draw again, up to `maxDraws` times, until `prompts` groups with different rewards are found. */
  dynamic: boolean;
  maxDraws: number;
  /** Episodes that were cut at the step limit leave the loss. */
  overlongMask: boolean;
  /** Passes over the decisions of a step, and updates per pass. */
  epochsPerBatch: number;
  minibatches: number;
  learningRate: number;
  gradClip: number;
  iterations: number;
}

/** Means over the updates of a train step, each over its decisions. */
export interface UpdateMeans {
  /** Null where no KL is computed (betaKl 0). */
  kl: number | null;
  entropy: number;
  clipShare: number;
  gradNorm: number;
}

/** What one train step did. */
export interface GrpoRecord {
  /** From 1. */
  trainStep: number;
  /** Over all drawn groups, before any filter. */
  statistics: GroupStatistics;
  /** Every drawn group with its shaped rewards, in drawing order. */
  groups: readonly Group[];
  /** How many of them the loss was given. */
  keptCount: number;
  /** Null where no decision was left to learn from, so that no update happened. */
  updates: UpdateMeans | null;
  /** Episodes drawn and optimizer updates made in this step. */
  episodeCount: number;
  updateCount: number;
}

/**
 * Group relative policy optimisation (arXiv 2402.03300) with the switches of DAPO (arXiv 2503.14476) and Dr. GRPO. Trains
 * `policy` in place and yields one record per train step; its parameters at the call are the reference of the KL term.
 * The same policy, problems and options give the same parameters, bit for bit.
 *
 * Between two units of work inside a step (a draw, an update) it yields null, so that a caller can let signals through.
 */
export function* grpo(
  policy: Policy,
  problems: readonly Problem[],
  options: GrpoOptions,
): Generator<GrpoRecord | null> {
  const optimizer = new Adam(policy.parameters.length);
  const draws = options.dynamic ? options.maxDraws : 1;
  const decisions = draws * options.prompts * options.groupSize * options.environment.maxSteps;
  const experience = new Experience(problems, decisions);
  const workplace: Workplace = { experience, environments: [] };
  const { lowest, highest } = rewardBounds(options.reward, options.environment.maxSteps);
  policy.keepReference();
  for (let trainStep = 1; trainStep <= options.iterations; trainStep++) {
    const { drawn, kept } = yield* collect(policy, problems, workplace, trainStep, options);
    const credits = creditEpisodes(drawn, kept, options);
    const batch: number[] = [];
    for (let d = 0; d < experience.count; d++) if (credits[experience.episode[d]].weight > 0) batch.push(d);
    const { means, count } = yield* learn(policy, optimizer, experience, batch, credits, trainStep, options);
    yield {
      trainStep,
      statistics: groupStatistics(drawn, lowest, highest),
      groups: drawn,
      keptCount: kept.size,
      updates: means,
      episodeCount: drawn.length * options.groupSize,
      updateCount: count,
    };
  }
}

/** All groups drawn in a step, and those that the loss may use. */
function* collect(
  policy: Policy,
  problems: readonly Problem[],
  workplace: Workplace,
  trainStep: number,
  options: GrpoOptions,
): Generator<null, { drawn: Group[]; kept: Set<Group> }> {
  const drawn: Group[] = [];
  let kept: Group[] = [];
  workplace.experience.clear();
  for (let draw = 0; draw < (options.dynamic ? options.maxDraws : 1); draw++) {
    const firstEpisode = drawn.length * options.groupSize;
    const groups = drawGroups(policy, problems, workplace, { trainStep, draw, firstEpisode }, options);
    drawn.push(...groups);
    kept.push(...(options.dynamic ? groups.filter((group) => !isZeroVariance(group.shaped)) : groups));
    yield null;
    if (kept.length >= options.prompts) break;
  }
  kept = kept.slice(0, options.prompts);
  return { drawn, kept: new Set(kept) };
}

/** Advantage and weight of every drawn episode, indexed by episode; a group that is not kept weighs nothing. */
function creditEpisodes(
  drawn: readonly Group[],
  kept: ReadonlySet<Group>,
  options: GrpoOptions,
): EpisodeCredit[] {
  return drawn.flatMap((group) => {
    const advantages = groupAdvantages(group.shaped, options.advantage);
    return advantages.map((advantage, k) => ({
      advantage,
      weight: kept.has(group)
        ? lossWeight(options.lossLevel, group.decisions[k], group.overlong[k], options.overlongMask)
        : 0,
    }));
  });
}

/** The updates of one step: `epochsPerBatch` passes over the batch in `minibatches` parts each. */
function* learn(
  policy: Policy,
  optimizer: Adam,
  experience: Experience,
  batch: number[],
  credits: readonly EpisodeCredit[],
  trainStep: number,
  options: GrpoOptions,
): Generator<null, { means: UpdateMeans | null; count: number }> {
  const { temperature, learningRate, gradClip, betaKl, epochsPerBatch, minibatches } = options;
  if (betaKl > 0) scoreReference(policy, experience, batch, temperature);
  const hasSlope = (decision: number) =>
    betaKl > 0 || options.entropyBonus > 0 || credits[experience.episode[decision]].advantage !== 0;
  const rng = stream(options.seed, STREAM.minibatches, trainStep);
  const totals: PolicyLossTotals = { decisions: 0, clipped: 0, kl: 0 };
  const size = Math.ceil(batch.length / minibatches);
  let [entropy, gradNorm, count] = [0, 0, 0];
  for (let epoch = 0; epoch < epochsPerBatch; epoch++) {
    shuffle(rng, batch);
    for (let from = 0; from < batch.length; from += size) {
      const part = batch.slice(from, from + size);
      // Decisions of dead groups last: the gradient has nothing for them, and `lossGradient` then skips their way back.
      const decisions = [...part.filter(hasSlope), ...part.filter((decision) => !hasSlope(decision))];
      count++;
      const where = `train step ${trainStep}, update ${count}`;
      const settings = { temperature, learningRate, gradClip, where };
      const loss = policyLoss(experience, decisions, credits, options, totals);
      const report = update(policy, optimizer, experience, decisions, settings, loss);
      entropy += report.meanEntropy;
      gradNorm += report.gradNorm;
      yield null;
    }
  }
  if (count === 0) return { means: null, count };
  const kl = betaKl > 0 ? totals.kl / totals.decisions : null;
  const clipShare = totals.clipped / totals.decisions;
  return { means: { kl, entropy: entropy / count, clipShare, gradNorm: gradNorm / count }, count };
}
