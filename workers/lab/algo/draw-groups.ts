import { stream } from "../../math/rng.ts";
import { ACTION_COUNT, SUBMIT } from "../env/actions.ts";
import type { EnvConfig, RepairEnv } from "../env/env.ts";
import type { ProblemSource } from "../curriculum/problem-source.ts";
import type { Problem } from "../env/problem.ts";
import type { Policy } from "../nn/policy.ts";
import type { Experience } from "./experience.ts";
import {
  rawReward,
  type RewardComponents,
  rewardComponents,
  type RewardName,
  shapeReward,
  type Shaping,
  softOverlong,
} from "./rewards.ts";
import { type Episode, rollout } from "./rollout.ts";
import { isZeroVariance } from "../../math/group-statistics.ts";
import { episodeScore, type PrmUse, scoreEpisodes } from "../prm/score-episodes.ts";
import type { StepMeter } from "./step-meter.ts";
import { STREAM } from "./streams.ts";

/** How the scores of a process reward model become part of a reward. */
export interface PrmReward {
  network: Policy;
  weight: number;
  use: PrmUse;
  /** "live": only in groups whose raw rewards differ, so that a model alone never makes a gradient. */
  scope: "all" | "live";
}

export interface DrawOptions {
  environment: EnvConfig;
  /** Problems per draw, and episodes on each. */
  prompts: number;
  groupSize: number;
  temperature: number;
  reward: RewardName;
  shaping: Shaping;
  /** Steps before the limit over which a penalty grows from 0 to 1; 0 is off. See `softOverlong`. */
  softOverlong: number;
  /** A process reward model whose score of an episode, times `weight`, joins its shaped reward. */
  prm?: PrmReward;
  seed: number;
}

/** The episodes of one problem in one draw, in the order of their indices in the experience, whatever the environment. */
export interface DrawnGroup {
  raw: number[];
  /** 1 where the episode was solved within 5 steps, else 0; what a problem source goes by, whatever the reward. */
  quick: number[];
  shaped: number[];
  /** Mean score of each episode by the process reward model; null without one. */
  prm: number[] | null;
  decisions: number[];
  /** Cut at the step limit: neither solved nor submitted. */
  overlong: boolean[];
}

export interface Group extends DrawnGroup {
  problem: Problem;
  /** Flat actions of each episode, and whether they solved it. */
  actions: (readonly number[])[];
  solved: boolean[];
  /** Of each episode, whatever it is paid for. */
  components: RewardComponents[];
}

/** What a training reuses from draw to draw. */
export interface Workplace {
  experience: Experience;
  environments: RepairEnv[];
  meter?: StepMeter;
}

/**
 * Draws `prompts` problems from the source, plays `groupSize` sampled episodes on each and rewards them. Decisions go to
 * the experience after those it holds. Everything random depends on (seed, trainStep, draw) and the episode's index.
 */
export function drawGroups(
  policy: Policy,
  source: ProblemSource,
  { experience, environments, meter }: Workplace,
  at: { trainStep: number; draw: number; firstEpisode: number },
  options: DrawOptions,
): Group[] {
  const {
    environment,
    prompts,
    groupSize,
    temperature,
    reward,
    shaping,
    prm,
    softOverlong: cache,
    seed,
  } = options;
  const { trainStep, draw, firstEpisode } = at;
  const promptRng = stream(seed, STREAM.prompts, trainStep, draw);
  const drawn = source.draw({ trainStep, draw, count: prompts }, promptRng);
  const firstDecision = experience.count;
  const episodes = rollout(
    policy,
    drawn.flatMap((problem) => Array.from({ length: groupSize }, () => problem)),
    {
      environment,
      temperature,
      streams: (index) => ({
        environment: stream(seed, STREAM.environment, trainStep, draw, index),
        actions: stream(seed, STREAM.actions, trainStep, draw, index),
      }),
      environments,
      keep: { experience, firstEpisode },
    },
  );
  meter?.enter("reward");
  const scores = prm && scoreEpisodes(prm.network, experience, firstDecision, firstEpisode, episodes.length);
  return drawn.map((problem, prompt) => {
    const first = prompt * groupSize;
    const members = episodes.slice(first, first + groupSize);
    const cut = members.map((episode) => wasCut(episode, environment.maxSteps));
    const raw = members.map((episode, k) => rawReward(reward, episode.outcome, cut[k]));
    const shaped = raw.map((value, k) => {
      const { steps } = members[k].outcome;
      const rng = stream(seed, STREAM.rewardNoise, trainStep, draw, first + k);
      return shapeReward(value, shaping, rng, steps) + softOverlong(steps, environment.maxSteps, cache);
    });
    const own = scores?.slice(first, first + groupSize) ?? null;
    const counts = prm !== undefined && (prm.scope === "all" || !isZeroVariance(raw));
    return {
      problem,
      actions: members.map((episode) => episode.actions),
      solved: members.map((episode) => episode.outcome.solved),
      raw,
      quick: members.map((episode) => rawReward("rr5", episode.outcome)),
      shaped:
        counts && own ? shaped.map((value, k) => value + prm.weight * episodeScore(own[k], prm.use)) : shaped,
      prm: own && own.map((of) => episodeScore(of, "mean")),
      decisions: members.map((episode) => episode.actions.length),
      overlong: cut,
      components: members.map((episode, k) => rewardComponents(episode.outcome, cut[k])),
    };
  });
}

function wasCut({ outcome, actions }: Episode, maxSteps: number): boolean {
  const submitted = actions[actions.length - 1] % ACTION_COUNT === SUBMIT;
  return !outcome.solved && !submitted && outcome.steps >= maxSteps;
}
