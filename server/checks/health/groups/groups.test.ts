import { describe, expect, test } from "vitest";
import { held, ramp, saidOf } from "../testing.ts";
import { sparseLimit, trainerSettingsOf } from "../trainer-settings.ts";
import { advantageScale } from "./advantage-scale.ts";
import { rewardFloor } from "./reward-floor.ts";
import { saturated } from "./saturated.ts";
import { tooSparse } from "./too-sparse.ts";

const ACCURACY = "train/rewards/accuracy_reward/mean";

describe("D02 solved groups", () => {
  test("informs where most groups are solved, or so many answers are right that most are", () => {
    expect(saidOf(saturated, { "group/all_solved_share": held(0.6) })).toEqual([
      "D02 info group/all_solved_share",
    ]);
    expect(saidOf(saturated, { "agg/all/agent/solved_all": held(0.6) })).toHaveLength(1);
    expect(saidOf(saturated, { "baseline_reward/pct_1": held(60) })).toHaveLength(1);
    expect(saidOf(saturated, { [ACCURACY]: held(0.93) })).toEqual([`D02 info ${ACCURACY}`]);
  });
  test("is silent below, and where it was so at first alone", () => {
    expect(saidOf(saturated, { [ACCURACY]: held(0.9) })).toEqual([]);
    expect(saidOf(saturated, { [ACCURACY]: [...held(1), ...held(0.5)] })).toEqual([]);
    expect(saidOf(saturated, { reward: held(1) })).toEqual([]);
  });
  test("takes the size of groups into account", () => {
    expect(saidOf(saturated, { [ACCURACY]: held(0.93) }, { groupSize: 16 })).toEqual([]);
    expect(saidOf(saturated, { [ACCURACY]: held(0.9) }, { groupSize: 4 })).toHaveLength(1);
  });
});

describe("D03 too sparse a reward", () => {
  test("warns where most groups fail, or so few answers are right that most do", () => {
    expect(saidOf(tooSparse, { "group/all_failed_share": held(0.7) })).toEqual([
      "D03 warning group/all_failed_share",
    ]);
    expect(saidOf(tooSparse, { [ACCURACY]: held(0.05) })).toEqual([`D03 warning ${ACCURACY}`]);
  });
  test("is silent above, and once the policy finds something", () => {
    expect(saidOf(tooSparse, { [ACCURACY]: held(0.2) })).toEqual([]);
    expect(saidOf(tooSparse, { [ACCURACY]: ramp(0, 0.5) })).toEqual([]);
  });
  test("waits for 30 steps, and half of the groups are dead where the formula says so", () => {
    expect(saidOf(tooSparse, { [ACCURACY]: held(0.01, 29) })).toEqual([]);
    const p = sparseLimit(8);
    expect((1 - p) ** 8).toBeCloseTo(0.5, 12);
    expect(p).toBeCloseTo(0.083, 3);
  });
});

describe("D05 reward at its floor", () => {
  const solves = { "eval/reward": [0.2, 0.7] };
  test("objects where no training answer succeeds and the evaluation does", () => {
    expect(saidOf(rewardFloor, { [ACCURACY]: held(0.005), ...solves })).toEqual([`D05 error ${ACCURACY}`]);
    const own = { "reward/outcome": held(-0.5), "eval/rr": [0.9] };
    expect(saidOf(rewardFloor, own)).toEqual(["D05 error reward/outcome"]);
    const reward = saidOf(
      rewardFloor,
      { reward: held(-49.9), ...solves },
      { lowestReward: -50, highestReward: 100 },
    );
    expect(reward).toEqual(["D05 error reward"]);
  });
  test("is silent where some succeed, and where the evaluation fails too", () => {
    expect(saidOf(rewardFloor, { [ACCURACY]: held(0.05), ...solves })).toEqual([]);
    expect(saidOf(rewardFloor, { [ACCURACY]: held(0), "eval/reward": [0.4] })).toEqual([]);
  });
  test("says what it lacks instead of firing", () => {
    expect(saidOf(rewardFloor, { reward: held(-50), ...solves })).toEqual([]);
    expect(saidOf(rewardFloor, { [ACCURACY]: held(0) })).toEqual([]);
    expect(saidOf(rewardFloor, { [ACCURACY]: held(0, 9), ...solves })).toEqual([]);
  });
});

describe("D21 scale of advantages", () => {
  test("warns of advantages that vanish, and informs of such as are not centered", () => {
    expect(saidOf(advantageScale, { adv_std: held(0.1) })).toEqual(["D21 warning adv_std"]);
    expect(saidOf(advantageScale, { adv_avg: held(0.2) })).toEqual(["D21 info adv_avg"]);
    expect(saidOf(advantageScale, { adv_avg: held(-0.2) })).toEqual(["D21 info adv_avg"]);
  });
  test("is silent about what is usual", () => {
    expect(saidOf(advantageScale, { adv_std: held(0.9), adv_avg: held(0.01) })).toEqual([]);
  });
  test("leaves losses alone that do not standardize, and what dead groups explain", () => {
    expect(saidOf(advantageScale, { adv_std: held(0.1) }, { isStandardized: false })).toEqual([]);
    expect(saidOf(advantageScale, { adv_std: held(0.1), frac_reward_zero_std: held(0.9) })).toEqual([]);
  });
});

describe("settings of a trainer", () => {
  test.each([
    [{ num_generations: 16, num_iterations: 2, scale_rewards: "none" }, [16, 2, false]],
    [{ "actor_rollout_ref.rollout.n": 5, "actor.ppo_epochs": "1" }, [5, 1, null]],
    [{ group_size: 8, epochs_per_batch: 4, minibatches: 4 }, [8, 16, null]],
    [{ n_samples_per_prompt: "lots" }, [null, null, null]],
    [{}, [null, null, null]],
  ])("are read from %j", (config, [groupSize, updates, isStandardized]) => {
    expect(trainerSettingsOf(config)).toMatchObject({ groupSize, updates, isStandardized });
  });
  test("say where ratios are of whole answers", () => {
    expect(trainerSettingsOf({ importance_sampling_level: "sequence" }).isSequenceLevel).toBe(true);
    expect(trainerSettingsOf({ "policy_loss.loss_mode": "gspo" }).isSequenceLevel).toBe(true);
    expect(trainerSettingsOf({ importance_sampling_level: "token" }).isSequenceLevel).toBe(false);
  });
});
