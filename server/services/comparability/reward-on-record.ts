import type { RewardConfig } from "../../../workers/protocol/manifest.ts";

/** Stands in place of a reward's hash where nobody said what the reward is. */
export const NO_REWARD_HASH = "";

export const NO_REWARD: RewardConfig = {
  formula: "not on record",
  components: {},
  shaping: {},
  min: 0,
  max: 0,
  noiseFloor: 0,
};
