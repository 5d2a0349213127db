import { describe, expect, test } from "vitest";
import { draws, type Draws } from "../../stats/testing.ts";
import { RUN_RULES } from "../registry.ts";
import { asOurs } from "./as-ours.ts";
import type { CheckedSeries } from "./run-rule.ts";
import { checkRun } from "./testing.ts";

/** What a healthy run of some trainer logs, by the names that it sends. */
type Course = (t: number) => number;
type Family = (random: Draws) => { logs: number; every: number; sent: Record<string, Course> };

const between = ({ uniform }: Draws, low: number, high: number) => low + (high - low) * uniform();
const whole = (random: Draws, low: number, high: number) => Math.floor(between(random, low, high + 1));
/** From one level to another along a saturating curve; t is 0 to 1. */
const towards = (from: number, to: number, speed: number): Course => {
  return (t) => to + (from - to) * Math.exp(-speed * t);
};
const warmed = (course: Course, warmup: number): Course => {
  return (t) => course(Math.max(0, t - warmup));
};

/** Scatter that neighboring steps share in part, as batches of one data set do. */
function noisy(random: Draws, course: Course, sd: number, [low, high]: [number, number]): Course {
  const kept = between(random, 0, 0.4);
  let noise = 0;
  return (t) => {
    noise = kept * noise + Math.sqrt(1 - kept ** 2) * random.normal();
    return Math.min(high, Math.max(low, course(t) + sd * noise));
  };
}

const ANY: [number, number] = [0, Infinity];
const SHARE: [number, number] = [0, 1];

/** A reward from 0 to 1 that is learned, and what goes with it. */
function learned(random: Draws) {
  const [start, end] = [between(random, 0.15, 0.45), between(random, 0.55, 0.85)];
  const success = warmed(towards(start, end, between(random, 2, 6)), between(random, 0, 0.08));
  const entropy = between(random, 0.3, 1.2);
  const length = between(random, 200, 2500);
  return {
    reward: noisy(random, success, between(random, 0.02, 0.07), SHARE),
    zero: noisy(random, (t) => 0.12 + 0.3 * success(t) ** 3, 0.05, SHARE),
    entropy: noisy(random, towards(entropy, between(random, 0.35, 0.9) * entropy, 3), 0.04 * entropy, ANY),
    kl: noisy(random, (t) => between(random, 0.01, 0.02) + 0.05 * t, 0.004, ANY),
    clip: noisy(random, () => between(random, 0.002, 0.05), 0.005, SHARE),
    grad: noisy(random, towards(0.4, between(random, 0.2, 0.7), 2), 0.06, [0.02, Infinity]),
    length: noisy(random, towards(length, between(random, 0.75, 2.2) * length, 3), 0.05 * length, ANY),
    cut: noisy(random, () => between(random, 0, 0.1), 0.02, SHARE),
    evaluated: noisy(random, (t) => success(t) - 0.03, 0.02, SHARE),
    form: noisy(random, towards(0.5, 0.98, 8), 0.02, SHARE),
  };
}

const trl: Family = (random) => {
  const { reward, zero, entropy, kl, clip, grad, length, cut, evaluated, form } = learned(random);
  const sent: Record<string, Course> = {
    "train/reward": reward,
    "train/rewards/accuracy_reward/mean": reward,
    "train/rewards/format_reward/mean": form,
    "train/frac_reward_zero_std": zero,
    "train/entropy": entropy,
    "train/grad_norm": grad,
    "train/completions/mean_length": length,
    "train/completions/clipped_ratio": cut,
    "train/clip_ratio/region_mean": random.uniform() < 0.5 ? () => 0 : clip,
    "eval/reward": evaluated,
  };
  if (random.uniform() < 0.5) sent["train/kl"] = kl;
  return { logs: whole(random, 60, 400), every: whole(random, 1, 10), sent };
};

const verl: Family = (random) => {
  const { reward, entropy, kl, clip, grad, length, cut, evaluated } = learned(random);
  return {
    logs: whole(random, 60, 500),
    every: 1,
    sent: {
      "critic/score/mean": reward,
      "critic/rewards/mean": reward,
      "actor/entropy": entropy,
      "actor/kl_loss": kl,
      "actor/pg_clipfrac": clip,
      "actor/grad_norm": grad,
      "response_length/mean": length,
      "response_length/clip_ratio": cut,
      "response/aborted_ratio": () => 0,
      "val-core/openai/gsm8k/acc/mean@1": evaluated,
      "timing_s/gen": noisy(random, () => 40, 3, ANY),
      "timing_s/step": noisy(random, () => 70, 4, [60, Infinity]),
    },
  };
};

const ppo: Family = (random) => {
  const { entropy, kl, clip, grad, length, cut } = learned(random);
  const scale = between(random, 0.5, 5);
  const reward = noisy(random, towards(-scale, scale, between(random, 2, 5)), 0.2 * scale, [-99, 99]);
  return {
    logs: whole(random, 60, 400),
    every: 1,
    sent: {
      "train/rollout/reward_mean": reward,
      "train/kl": kl,
      "train/entropy_loss": entropy,
      "train/ppo_clip_ratio": clip,
      "train/actor_grad_norm": grad,
      "train/rollout/response_length_mean": length,
      "train/rollout/truncated_rate": cut,
      "train/timing/generation": noisy(random, () => 30, 3, ANY),
      "train/timing/step_total": noisy(random, () => 60, 4, [50, Infinity]),
    },
  };
};

const sft: Family = (random) => {
  const [start, end] = [between(random, 1.2, 3), between(random, 0.3, 1)];
  const loss = towards(start, end, between(random, 3, 8));
  return {
    logs: whole(random, 30, 600),
    every: whole(random, 1, 20),
    sent: {
      loss: noisy(random, loss, 0.06, ANY),
      eval_loss: noisy(random, (t) => loss(t) + 0.05, 0.01, ANY),
      grad_norm: noisy(random, towards(between(random, 2, 20), between(random, 0.5, 1.5), 6), 0.1, [0.1, 99]),
      learning_rate: (t) => 2e-5 * Math.min(1, t / 0.05) * (1 - t),
      entropy: noisy(random, towards(1.6, 0.9, 4), 0.03, ANY),
      mean_token_accuracy: noisy(random, towards(0.6, 0.85, 4), 0.01, SHARE),
    },
  };
};

const dpo: Family = (random) => {
  const margin = towards(0, between(random, 0.5, 5), between(random, 1, 4));
  return {
    logs: whole(random, 30, 300),
    every: 10,
    sent: {
      loss: noisy(random, (t) => Math.log1p(Math.exp(-margin(t))), 0.03, ANY),
      "rewards/chosen": noisy(random, (t) => -0.6 * margin(t), 0.1, [-99, 99]),
      "rewards/rejected": noisy(random, (t) => -1.6 * margin(t), 0.1, [-99, 99]),
      "rewards/margins": noisy(random, margin, 0.1, [-99, 99]),
      "rewards/accuracies": noisy(random, towards(0.5, 0.85, 4), 0.04, SHARE),
      grad_norm: noisy(random, towards(between(random, 2, 9), between(random, 0.8, 4), 3), 0.3, [0.1, 99]),
      "eval/rewards/accuracies": noisy(random, towards(0.5, 0.8, 4), 0.02, SHARE),
    },
  };
};

const FAMILIES: Record<string, Family> = { "TRL GRPO": trl, "verl GRPO": verl, PPO: ppo, SFT: sft, DPO: dpo };
const READS = RUN_RULES.flatMap(({ reads }) => reads);
const LIKE = RUN_RULES.flatMap(({ readsLike }) => readsLike ?? []);
/** Evaluations are so much rarer than logged steps. */
const EVAL_EVERY = 8;

/** What all rules say aloud of one run. */
function saidAloud(family: Family, seed: number): string[] {
  const { logs, every, sent } = family(draws(seed));
  const steps = Array.from({ length: logs }, (_, i) => i);
  const series = Object.entries(sent).map(([metric, course]): [string, CheckedSeries] => {
    const own = steps.filter((i) => !/^(eval|val)/.test(metric) || i % EVAL_EVERY === EVAL_EVERY - 1);
    return [metric, { metric, x: own.map((i) => every * (i + 1)), value: own.map((i) => course(i / logs)) }];
  });
  const run = {
    series: asOurs(new Map(series), READS, LIKE),
    resamplesDeadGroups: false,
    config: "a",
    noise: null,
    reference: null,
  };
  return RUN_RULES.flatMap((rule) => checkRun(rule, run))
    .filter(({ severity }) => severity !== "info")
    .map(({ rule, claim, evidence }) => `seed ${seed}: ${rule} ${claim} ${evidence}`);
}

describe("no rule warns of a healthy run", () => {
  test.each(Object.keys(FAMILIES))("%s, 40 of them", (name) => {
    const seeds = Array.from({ length: 40 }, (_, i) => 1000 + i);
    expect(seeds.flatMap((seed) => saidAloud(FAMILIES[name], seed))).toEqual([]);
  });
});
