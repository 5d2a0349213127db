import type { RewardConfig } from "../../../workers/protocol/manifest.ts";

/** Shaping at these values changes nothing: multipliers at 1, added noise and moving averages at 0. */
const OFF: Record<string, number> = { positive_factor: 1, uniform_noise: 0, ema_gain: 0 };
const GIVEN_MODEL = /\bPRM ([0-9a-f]{8})[0-9a-f]*(#\d+)?/g;

/** A reward in one line to read: its formula with short identities, and the shaping that is on. */
export function rewardWords({ formula, shaping }: Pick<RewardConfig, "formula" | "shaping">): string {
  const on = Object.entries(shaping)
    .filter(([name, value]) => value !== OFF[name])
    .map(([name, value]) => `${name} ${value}`);
  const short = formula.replace(GIVEN_MODEL, "the given PRM $1");
  return on.length > 0 ? `${short} (${on.join(", ")})` : short;
}
