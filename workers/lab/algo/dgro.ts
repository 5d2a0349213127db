import { dgroTerm } from "../../math/dgro-loss.ts";
import { movingBaseline, rescaleRewards, scheduledBeta } from "../../math/dgro-rescale.ts";
import { groupAdvantages } from "../../math/group-advantage.ts";
import { kalmanAdvantages, type KalmanOptions } from "../../math/kalman-advantage.ts";
import { mean } from "../../math/moments.ts";
import { gaussian, stream } from "../../math/rng.ts";
import type { DrawnGroup } from "./draw-groups.ts";
import type { Decisions } from "./experience.ts";
import type { GroupMethod, RescaleReport } from "./group-method.ts";
import { grpoMethod, type GrpoOptions } from "./grpo.ts";
import type { EpisodeCredit, PolicyLossTotals } from "./policy-loss.ts";
import { episodeLogRatios } from "./log-ratios.ts";
import { STREAM } from "./streams.ts";
import type { LossFunction } from "./update.ts";

export interface CodedDgroOptions {
  /** Factor on the standardised reward; "scheduled" follows `scheduledBeta`. */
  beta: number | "scheduled";
  minVariance: number;
  /** Gain of the moving-average baseline; null subtracts each draw's own mean. */
  emaGain: number | null;
  /** Rewards of one call, in drawing order; null rescales a draw as a whole. The reports' trainer saw 8 at a time. */
  call: number | null;
}

/** GRPO on rewards that were rescaled before, call by call (see `rescaleRewards`). Holds the moving baseline. */
export function codedDgro(
  options: GrpoOptions,
  { beta, minVariance, emaGain, call }: CodedDgroOptions,
): GroupMethod {
  let moving = 0;
  const rescale = (
    groups: readonly DrawnGroup[],
    { trainStep, draw }: { trainStep: number; draw: number },
  ): RescaleReport => {
    const rewards = groups.flatMap((group) => group.shaped);
    const betaNow = beta === "scheduled" ? scheduledBeta(trainStep) : beta;
    const rng = stream(options.seed, STREAM.rescaleNoise, trainStep, draw);
    const size = call ?? rewards.length;
    const calls = Array.from({ length: Math.ceil(rewards.length / size) }, (_, k) => {
      const own = rewards.slice(k * size, (k + 1) * size);
      if (emaGain !== null) moving = movingBaseline(moving, mean(own), emaGain);
      const baseline = emaGain === null ? null : moving;
      return rescaleRewards(own, { beta: betaNow, minVariance, baseline }, () => gaussian(rng));
    });
    const rescaled = calls.flatMap((one) => one.rewards);
    let next = 0;
    for (const group of groups) group.shaped = group.shaped.map(() => rescaled[next++]);
    return {
      beta: betaNow,
      baseline: mean(calls.map((one) => one.baseline)),
      noisyShare: mean(calls.map((one) => Number(one.isNoisy))),
    };
  };
  const carried = { read: () => moving, write: (value: number) => void (moving = value) };
  return { ...grpoMethod(options), rescale, carried };
}

/** GRPO with the advantages of KRPO. A group of equal rewards keeps a slope. */
export function krpo(options: GrpoOptions, filter: KalmanOptions): GroupMethod {
  return { ...grpoMethod(options), advantages: (rewards) => kalmanAdvantages(rewards, filter) };
}

/** Weights of the policy gradient and of the squared log-ratio to the sampling policy. */
export interface PaperDgroOptions {
  beta1: number;
  beta2: number;
}

/** DGRO as published: no division by a deviation, no clip, no reference; see `dgroTerm`. */
export function paperDgro(temperature: number, { beta1, beta2 }: PaperDgroOptions): GroupMethod {
  return {
    advantages: (rewards) => groupAdvantages(rewards, "none"),
    wholeEpisodes: true,
    clips: false,
    hasSlope: (advantage) => beta2 > 0 || advantage !== 0,
    loss(policy, experience, decisions, credits, totals) {
      const logRatios = episodeLogRatios(policy, experience, decisions, temperature);
      return paperLoss(experience, logRatios, credits, { beta1, beta2 }, totals);
    },
  };
}

/** The mean over the episodes of a minibatch of DGRO's loss. `logRatios` holds all of them and no others. */
export function paperLoss(
  experience: Decisions,
  logRatios: ReadonlyMap<number, number>,
  credits: readonly EpisodeCredit[],
  { beta1, beta2 }: PaperDgroOptions,
  totals: PolicyLossTotals,
): LossFunction {
  const share = 1 / logRatios.size;
  return (decision, logProbability, _entropy, out) => {
    const episode = experience.episode[decision];
    const ratio = logRatios.get(episode) ?? 0;
    const sampled = experience.logProbability[decision];
    const term = dgroTerm(logProbability, sampled, ratio, credits[episode].advantage, beta1, beta2);
    out.loss = share * term.loss;
    out.logProbabilitySlope = share * term.slope;
    totals.decisions++;
  };
}
