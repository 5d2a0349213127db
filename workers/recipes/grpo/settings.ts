import type { GrpoOptions } from "../../lab/algo/grpo.ts";
import type { PolicyLossOptions } from "../../lab/algo/policy-loss.ts";
import type { AdvantageScale } from "../../math/group-advantage.ts";
import type { Params } from "../../protocol/manifest.ts";
import { loopOptions, type RlParams } from "../rl/settings.ts";

/** The parameters under their manifest names and with their types; what they mean is said there. */
export interface GrpoParams extends RlParams {
  advantage: AdvantageScale;
  dynamic: boolean;
  max_draws: number;
  overlong_mask: boolean;
  soft_overlong: number;
  length_filter: number;
  ratio: PolicyLossOptions["ratio"];
  surrogate: PolicyLossOptions["surrogate"];
  entropy_bonus: number;
}

/** Parameters that passed the recipe's schema, typed. */
export function readSettings(params: Params): GrpoParams {
  return params as unknown as GrpoParams;
}

export function grpoOptions(p: GrpoParams, seed: number): GrpoOptions {
  const loop = loopOptions(p, seed);
  return {
    ...loop,
    shaping: { ...loop.shaping, halveBeyond: p.length_filter },
    dynamic: p.dynamic,
    maxDraws: p.max_draws,
    overlongMask: p.overlong_mask,
    advantage: p.advantage,
    epsLow: p.eps_low,
    epsHigh: p.eps_high,
    entropyBonus: p.entropy_bonus,
    ratio: p.ratio,
    surrogate: p.surrogate,
    softOverlong: p.soft_overlong,
  };
}
