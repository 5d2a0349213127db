import { type GroupStatistics, groupStatistics, isZeroVariance } from "../../math/group-statistics.ts";
import { type LossLevel, lossWeight } from "../../math/group-advantage.ts";
import { mean } from "../../math/moments.ts";
import type { LevelReport, Past, ProblemSource } from "../curriculum/problem-source.ts";
import type { Stage } from "../curriculum/stage.ts";
import { featureCount } from "../env/env.ts";
import { Adam } from "../nn/adam.ts";
import type { Policy } from "../nn/policy.ts";
import { type DrawnGroup, drawGroups, type DrawOptions, type Group, type Workplace } from "./draw-groups.ts";
import { type Decisions, Experience } from "./experience.ts";
import { StepMeter } from "./step-meter.ts";
import { type Continuation, FROM_THE_START } from "./training-state.ts";
import type { GroupMethod, RescaleReport } from "./group-method.ts";
import { learn, type LearnOptions, type UpdateMeans } from "./learn.ts";
import type { EpisodeCredit } from "./policy-loss.ts";
import { rewardBounds } from "./rewards.ts";

/** The loop's own settings, whatever the method and the environment. */
export interface GroupLoopOptions extends LearnOptions {
  /** Groups that a step is to have, and episodes in each. */
  prompts: number;
  groupSize: number;
  lossLevel: LossLevel;
  /** Draw again, up to `maxDraws` times, until `prompts` groups with different rewards are found. */
  dynamic: boolean;
  maxDraws: number;
  /** Episodes that were cut at the step limit leave the loss. */
  overlongMask: boolean;
  iterations: number;
}

export interface GroupTrainingOptions extends DrawOptions, GroupLoopOptions {}

/** Where the groups of a train step come from: an environment, its problems and how it is played. */
export interface GroupSource<G extends DrawnGroup = DrawnGroup> {
  /** Holds the decisions of a step's draws, one after the other. */
  experience: Decisions & { clear(): void };
  /** Bounds of the raw reward. */
  lowest: number;
  highest: number;
  /** One draw; its decisions are added to the experience, its episodes count from `firstEpisode`. */
  draw(policy: Policy, at: { trainStep: number; draw: number; firstEpisode: number }): G[];
  /** Takes all groups of a step as it ends. */
  observe?(trainStep: number, groups: readonly G[]): void;
  /** What its draws depend on besides seed and step, for a training that goes on later. */
  past?: Past;
}

/** What a caller does with a training beside its records: time its parts, and let it stop and go on. */
export interface TrainingCare {
  meter: StepMeter;
  continuation: Continuation;
}

const UNATTENDED: TrainingCare = {
  meter: new StepMeter(
    () => 0,
    () => 0,
  ),
  continuation: FROM_THE_START,
};

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
  { meter, continuation: { from, keep } }: TrainingCare = UNATTENDED,
): Generator<TrainStepRecord<G> | null> {
  const optimizer = new Adam(policy.parameters.length);
  const { experience, lowest, highest } = source;
  if (from) policy.parameters.set(from.reference);
  policy.keepReference();
  if (from) {
    policy.parameters.set(from.parameters);
    optimizer.restore(from.optimizer);
    method.carried?.write(from.carried);
    source.past?.write(from.past);
  }
  for (let trainStep = (from?.trainStep ?? 0) + 1; trainStep <= options.iterations; trainStep++) {
    const work: Work<G> = { policy, source, trainStep, options, method, meter };
    const { drawn, kept, reports } = yield* collect(work);
    const credits = creditEpisodes(drawn, kept, work);
    const batch: number[] = [];
    for (let d = 0; d < experience.count; d++) if (credits[experience.episode[d]].weight > 0) batch.push(d);
    meter.enter("update");
    const { means, count } = yield* learn(
      policy,
      experience,
      method,
      options,
      trainStep,
      optimizer,
      batch,
      credits,
    );
    meter.enter("reward");
    const scores = drawn.flatMap((group) => group.prm ?? []);
    const statistics = groupStatistics(drawn, lowest, highest);
    source.observe?.(trainStep, drawn);
    meter.enter(null);
    keep(trainStep, () => ({
      trainStep,
      parameters: policy.parameters.slice(),
      reference: policy.reference.slice(),
      optimizer: optimizer.state(),
      carried: method.carried?.read() ?? 0,
      past: source.past?.read() ?? [],
    }));
    yield {
      trainStep,
      statistics,
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
  care: TrainingCare = UNATTENDED,
): Generator<RepairStepRecord | null> {
  const draws = options.dynamic ? options.maxDraws : 1;
  const decisions = draws * options.prompts * options.groupSize * options.environment.maxSteps;
  const experience = new Experience(problems.all, decisions, featureCount(options.environment));
  const workplace: Workplace = { experience, environments: [], meter: care.meter };
  let levels: RepairStepRecord["levels"] = null;
  const source: GroupSource<Group> = {
    experience,
    ...rewardBounds(options.reward, options.environment.maxSteps),
    draw: (from, at) => drawGroups(from, problems, workplace, at, options),
    observe(trainStep, groups) {
      levels = problems.observe(trainStep, groups);
    },
    past: problems.past,
  };
  for (const record of trainOnSource(policy, source, options, method, care))
    yield record && { ...record, levels };
}

/** What the parts of one train step work with. */
interface Work<G extends DrawnGroup = DrawnGroup> {
  policy: Policy;
  source: GroupSource<G>;
  trainStep: number;
  options: GroupLoopOptions;
  method: GroupMethod;
  meter: StepMeter;
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
  meter,
}: Work<G>): Generator<null, { drawn: G[]; kept: Set<G>; reports: RescaleReport[] }> {
  const drawn: G[] = [];
  const reports: RescaleReport[] = [];
  let kept: G[] = [];
  source.experience.clear();
  for (let draw = 0; draw < (options.dynamic ? options.maxDraws : 1); draw++) {
    const firstEpisode = drawn.length * options.groupSize;
    meter.enter("rollout");
    const groups = source.draw(policy, { trainStep, draw, firstEpisode });
    meter.enter("reward");
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
