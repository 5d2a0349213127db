import { describe, expect, test } from "vitest";
import { held, ramp, saidOf } from "../testing.ts";
import { lengthCollapse } from "./length-collapse.ts";
import { lengthExplosion } from "./length-explosion.ts";
import { partConflict } from "./part-conflict.ts";
import { rolloutErrors } from "./rollout-errors.ts";
import { trainEvalApart } from "./train-eval-apart.ts";

const flat = (n = 60) => Array.from({ length: n }, (_, i) => 0.5 + 0.01 * (i % 2));
const [rises, falls] = [ramp(0.2, 0.8), ramp(0.8, 0.2)];
const LENGTH = "completions/mean_length";

describe("D16 growing answers", () => {
  test("warns of answers that grow while the reward does not", () => {
    expect(saidOf(lengthExplosion, { [LENGTH]: ramp(100, 300), reward: flat() })).toEqual([
      `D16 warning ${LENGTH}`,
    ]);
    const parted = {
      "generate/avg_tokens_zero_rewards": ramp(100, 900),
      "generate/avg_tokens_non_zero_rewards": held(100),
      "reward/avg_raw_reward": falls,
    };
    expect(saidOf(lengthExplosion, parted)).toEqual(["D16 warning generate/avg_tokens_zero_rewards"]);
  });
  test("is silent where they stay, or came back", () => {
    expect(saidOf(lengthExplosion, { [LENGTH]: ramp(100, 130), reward: falls })).toEqual([]);
    expect(
      saidOf(lengthExplosion, {
        [LENGTH]: [...held(100, 20), ...held(400, 10), ...held(100, 30)],
        reward: falls,
      }),
    ).toEqual([]);
  });
  test("leaves answers alone that grow with the reward, and runs without one", () => {
    expect(saidOf(lengthExplosion, { [LENGTH]: ramp(100, 900), reward: rises })).toEqual([]);
    expect(saidOf(lengthExplosion, { [LENGTH]: ramp(100, 900) })).toEqual([]);
  });
});

describe("D17 shrinking answers", () => {
  const form = { "rewards/format_reward/mean": rises };
  test("warns of short answers that are paid for their form", () => {
    expect(saidOf(lengthCollapse, { [LENGTH]: ramp(400, 40), ...form, reward: flat() })).toEqual([
      `D17 warning ${LENGTH}`,
    ]);
    const wrong = { "rewards/accuracy_reward/mean": falls, reward: rises };
    expect(saidOf(lengthCollapse, { [LENGTH]: ramp(400, 40), ...form, ...wrong })).toHaveLength(1);
  });
  test("is silent where answers keep most of their length, or form does not rise", () => {
    expect(saidOf(lengthCollapse, { [LENGTH]: ramp(400, 300), ...form, reward: falls })).toEqual([]);
    expect(
      saidOf(lengthCollapse, { [LENGTH]: ramp(400, 40), "rewards/format/mean": falls, reward: falls }),
    ).toEqual([]);
  });
  test("leaves answers alone that are right more often, and lacks a reward for form", () => {
    const right = { "rewards/accuracy_reward/mean": rises };
    expect(saidOf(lengthCollapse, { [LENGTH]: ramp(400, 40), ...form, ...right })).toEqual([]);
    expect(saidOf(lengthCollapse, { [LENGTH]: ramp(400, 40), reward: falls })).toEqual([]);
  });
});

describe("D19 parts of the reward in conflict", () => {
  const hacked = { "rewards/correctness_reward/mean": falls, "rewards/format_reward/mean": rises };
  test("warns where being right falls and another part rises, and objects where the reward gains by it", () => {
    expect(saidOf(partConflict, { ...hacked, reward: flat() })).toEqual([
      "D19 warning rewards/correctness_reward/mean",
    ]);
    expect(saidOf(partConflict, { ...hacked, reward: rises })).toEqual([
      "D19 error rewards/correctness_reward/mean",
    ]);
    expect(saidOf(partConflict, { "rewards/accuracy": falls, "rewards/r2_format": rises })).toHaveLength(1);
  });
  test("is silent where both rise, and where form alone falls", () => {
    expect(
      saidOf(partConflict, { ...hacked, "rewards/correctness_reward/mean": rises, reward: rises }),
    ).toEqual([]);
    expect(saidOf(partConflict, { "rewards/correct/mean": rises, "rewards/format/mean": falls })).toEqual([]);
  });
  test("knows no part as verified by other names, and leaves preference trainers alone", () => {
    expect(saidOf(partConflict, { "rewards/quality/mean": falls, "rewards/style/mean": rises })).toEqual([]);
    expect(saidOf(partConflict, { "rewards/accuracies": falls, "rewards/chosen": rises })).toEqual([]);
  });
});

describe("D20 training and evaluation apart", () => {
  const evaluated = [0.4, 0.5, 0.58, 0.6, 0.61, 0.6, 0.5, 0.42, 0.33];
  test("warns of evaluations that fall while the reward rises, and objects below where they began", () => {
    expect(saidOf(trainEvalApart, { reward: rises, "eval/reward": [0.2, 0.3, ...evaluated] })).toEqual([
      "D20 warning eval/reward",
    ]);
    const below = [0.6, 0.62, 0.64, 0.65, 0.66, 0.65, 0.64, 0.5, 0.4, 0.3];
    expect(saidOf(trainEvalApart, { reward: rises, "validation/accuracy": below })).toEqual([
      "D20 error validation/accuracy",
    ]);
  });
  test("finds imitation that overfits", () => {
    const losses = [1, 0.8, 0.7, 0.65, 0.64, 0.66, 0.72, 0.82, 0.95];
    expect(saidOf(trainEvalApart, { loss: falls, eval_loss: losses })).toEqual(["D20 warning eval_loss"]);
    expect(saidOf(trainEvalApart, { loss: falls, eval_loss: ramp(1, 0.5, 9) })).toEqual([]);
  });
  test("is silent while evaluations scatter, with few of them, and where training gains nothing", () => {
    expect(
      saidOf(trainEvalApart, { reward: rises, "eval/reward": [0.5, 0.6, 0.5, 0.6, 0.55, 0.5, 0.53] }),
    ).toEqual([]);
    expect(saidOf(trainEvalApart, { reward: rises, "eval/reward": [0.6, 0.5, 0.4, 0.2] })).toEqual([]);
    expect(saidOf(trainEvalApart, { reward: falls, "eval/reward": [0.2, 0.3, ...evaluated] })).toEqual([]);
  });
});

describe("D24 rollout errors", () => {
  test("warns from 5 % on and objects from half on", () => {
    expect(saidOf(rolloutErrors, { "train/agg/all/has_error/mean": held(0.08) })).toEqual([
      "D24 warning train/agg/all/has_error/mean",
    ]);
    expect(saidOf(rolloutErrors, { "response/aborted_ratio": held(0.6) })).toEqual([
      "D24 error response/aborted_ratio",
    ]);
  });
  test("is silent below, and about one bad step", () => {
    expect(saidOf(rolloutErrors, { "tools/failure_frequency": held(0.04) })).toEqual([]);
    expect(
      saidOf(rolloutErrors, { "tools/failure_frequency": [...held(0, 20), 0.2, ...held(0, 20)] }),
    ).toEqual([]);
  });
  test("says that nobody logged it instead of firing", () => {
    expect(rolloutErrors.lacks?.({ series: new Map() } as never)).toBe("share of rollouts with errors");
  });
});
