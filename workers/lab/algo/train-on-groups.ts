import { type GroupStatistics, groupStatistics, isZeroVariance } from "../../math/group-statistics.ts";
import { type LossLevel, lossWeight } from "../../math/group-advantage.ts";
import { mean } from "../../math/moments.ts";
import { shuffle, stream } from "../../math/rng.ts";
import type { LevelReport, ProblemSource } from "../curriculum/problem-source.ts";
import type { Stage } from "../curriculum/stage.ts";
import { featureCount } from "../env/env.ts";
import { Adam } from "../nn/adam.ts";
import type { Policy } from "../nn/policy.ts";
import { type DrawnGroup, drawGroups, type DrawOptions, type Group, type Workplace } from "./draw-groups.ts";
import { type Decisions, Experience } from "./experience.ts";
import type { GroupMethod, RescaleReport } from "./group-method.ts";
import type { EpisodeCredit, PolicyLossTotals } from "./policy-loss.ts";
import { rewardBounds } from "./rewards.ts";
import { STREAM } from "./streams.ts";
import { update } from "./update.ts";
import { ActionDistribution } from "./rollout.ts";
import { scoreDecisions } from "./score-decisions.ts";

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

/** The loop's own settings, whatever the method and the environment. */
export interface GroupLoopOptions {
  /** Groups that a step is to have, and episodes in each. */
  prompts: number;
  groupSize: number;
  temperature: number;
  seed: number;
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
  /** Weight of the KL to the parameters at the call; 0 leaves that reference out and computes no KL. */
  betaKl: number;
}

export interface GroupTrainingOptions extends DrawOptions, GroupLoopOptions {}

/** Means over the updates of a train step, each over its decisions. */
export interface UpdateMeans {
  /** Null where no KL is computed (betaKl 0). */
  kl: number | null;
  entropy: number;
  /** Null where the method does not clip. */
  clipShare: number | null;
  gradNorm: number;
}

/** Where the groups of a train step come from: an environment, its problems and how it is played. */
export interface GroupSource<G extends DrawnGroup = DrawnGroup> {
  /** Holds the decisions of a step's draws, one after the other. */
  experience: Decisions & { clear(): void };
  /** Bounds of the raw reward. */
  lowest: number;
  highest: number;
  /** One draw; its decisions are added to the experience, its episodes count from `firstEpisode`. */
  draw(policy: Policy, at: { trainStep: number; draw: number; firstEpisode: number }): G[];
}

/** What one train step did. */
export interface TrainStepRecord<G extends DrawnGroup = Group> {
  /** From 1. */
  trainStep: number;
  /** Over all drawn groups, before any filter. */
  statistics: GroupStatistics;
  /** Mean score by the process reward model over the drawn episodes; null without one. */
  meanPrm: number | null;
  /** What the method did to the rewards, means over the draws; null where it leaves them alone. */
  rescaling: { beta: number; baseline: number; noisyShare: number } | null;
  /** Every drawn group with its shaped rewards, in drawing order. */
  groups: readonly G[];
  /** How many of them the loss was given. */
  keptCount: number;
  /** Null where no decision was left to learn from, so that no update happened. */
  updates: UpdateMeans | null;
  /** Episodes drawn and optimizer updates made in this step. */
  episodeCount: number;
  updateCount: number;
}

/**
 * The loop of the GRPO family: draw groups, credit their episodes, update on them. `method` says how rewards become
 * advantages and what the loss is. Trains `policy` in place and yields one record per train step; its parameters at the
 * call are the reference of the KL term. The same policy, source, options and method give the same parameters, bit for bit.
 *
 * Between two units of work inside a step (a draw, an update) it yields null, so that a caller can let signals through.
 */
export function* trainOnSource<G extends DrawnGroup>(
  policy: Policy,
  source: GroupSource<G>,
  options: GroupLoopOptions,
  method: GroupMethod,
): Generator<TrainStepRecord<G> | null> {
  const optimizer = new Adam(policy.parameters.length);
  const { experience, lowest, highest } = source;
  policy.keepReference();
  for (let trainStep = 1; trainStep <= options.iterations; trainStep++) {
    const work: Work<G> = { policy, source, trainStep, options, method };
    const { drawn, kept, reports } = yield* collect(work);
    const credits = creditEpisodes(drawn, kept, work);
    const batch: number[] = [];
    for (let d = 0; d < experience.count; d++) if (credits[experience.episode[d]].weight > 0) batch.push(d);
    const { means, count } = yield* learn(work, optimizer, batch, credits);
    const scores = drawn.flatMap((group) => group.prm ?? []);
    yield {
      trainStep,
      statistics: groupStatistics(drawn, lowest, highest),
      meanPrm: scores.length > 0 ? mean(scores) : null,
      rescaling: summary(reports),
      groups: drawn,
      keptCount: kept.size,
      updates: means,
      episodeCount: drawn.length * options.groupSize,
      updateCount: count,
    };
  }
}

/** What one train step on repair episodes did. */
export interface RepairStepRecord extends TrainStepRecord {
  /** What the problem source drew and decided; null where it has no levels. */
  levels: { report: LevelReport; stage: Stage | null } | null;
}

/** The loop on repair episodes of the problems of a source. */
export function* trainOnGroups(
  policy: Policy,
  problems: ProblemSource,
  options: GroupTrainingOptions,
  method: GroupMethod,
): Generator<RepairStepRecord | null> {
  const draws = options.dynamic ? options.maxDraws : 1;
  const decisions = draws * options.prompts * options.groupSize * options.environment.maxSteps;
  const experience = new Experience(problems.all, decisions, featureCount(options.environment));
  const workplace: Workplace = { experience, environments: [] };
  const source: GroupSource<Group> = {
    experience,
    ...rewardBounds(options.reward, options.environment.maxSteps),
    draw: (from, at) => drawGroups(from, problems, workplace, at, options),
  };
  for (const record of trainOnSource(policy, source, options, method))
    yield record && { ...record, levels: problems.observe(record.trainStep, record.groups) };
}

/** What the parts of one train step work with. */
interface Work<G extends DrawnGroup = DrawnGroup> {
  policy: Policy;
  source: GroupSource<G>;
  trainStep: number;
  options: GroupLoopOptions;
  method: GroupMethod;
}

function summary(reports: readonly RescaleReport[]): TrainStepRecord["rescaling"] {
  if (reports.length === 0) return null;
  return {
    beta: mean(reports.map((report) => report.beta)),
    baseline: mean(reports.map((report) => report.baseline)),
    noisyShare: mean(reports.map((report) => report.noisyShare)),
  };
}

/** All groups drawn in a step, what was done to their rewards, and those groups that the loss may use. */
function* collect<G extends DrawnGroup>({
  policy,
  source,
  trainStep,
  options,
  method,
}: Work<G>): Generator<null, { drawn: G[]; kept: Set<G>; reports: RescaleReport[] }> {
  const drawn: G[] = [];
  const reports: RescaleReport[] = [];
  let kept: G[] = [];
  source.experience.clear();
  for (let draw = 0; draw < (options.dynamic ? options.maxDraws : 1); draw++) {
    const firstEpisode = drawn.length * options.groupSize;
    const groups = source.draw(policy, { trainStep, draw, firstEpisode });
    if (method.rescale) reports.push(method.rescale(groups, { trainStep, draw }));
    drawn.push(...groups);
    kept.push(...(options.dynamic ? groups.filter((group) => !isZeroVariance(group.shaped)) : groups));
    yield null;
    if (kept.length >= options.prompts) break;
  }
  kept = kept.slice(0, options.prompts);
  return { drawn, kept: new Set(kept), reports };
}

/** Advantage and weight of every drawn episode, indexed by episode; a group that is not kept weighs nothing. */
function creditEpisodes<G extends DrawnGroup>(
  drawn: readonly G[],
  kept: ReadonlySet<G>,
  { options, method }: Work<G>,
): EpisodeCredit[] {
  const batch = [...kept].flatMap((group) => group.shaped);
  return drawn.flatMap((group) => {
    const advantages = method.advantages(group.shaped, batch);
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
  { policy, source: { experience }, trainStep, options, method }: Work,
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
  let [entropy, gradNorm, count] = [0, 0, 0];
  for (let epoch = 0; epoch < epochsPerBatch; epoch++) {
    shuffle(rng, units);
    for (let from = 0; from < units.length; from += size) {
      const part = units.slice(from, from + size).flat();
      // Decisions of dead groups last: the gradient has nothing for them, and `lossGradient` then skips their way back.
      const decisions = [...part.filter(hasSlope), ...part.filter((decision) => !hasSlope(decision))];
      count++;
      const where = `train step ${trainStep}, update ${count}`;
      const settings = { temperature, learningRate, gradClip, where };
      const loss = method.loss(policy, experience, decisions, credits, totals);
      const report = update(policy, optimizer, experience, decisions, settings, loss);
      entropy += report.meanEntropy;
      gradNorm += report.gradNorm;
      yield null;
    }
  }
  if (count === 0) return { means: null, count };
  const kl = betaKl > 0 ? totals.kl / totals.decisions : null;
  const clipShare = method.clips ? totals.clipped / totals.decisions : null;
  return { means: { kl, entropy: entropy / count, clipShare, gradNorm: gradNorm / count }, count };
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
