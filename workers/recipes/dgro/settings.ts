import { codedDgro, krpo, paperDgro } from "../../lab/algo/dgro.ts";
import type { GroupMethod } from "../../lab/algo/group-method.ts";
import type { GrpoOptions } from "../../lab/algo/grpo.ts";
import type { Params } from "../../protocol/manifest.ts";
import { loopOptions, type RlParams } from "../rl/settings.ts";

/** The parameters under their manifest names and with their types; what they mean is said there. */
export interface DgroParams extends RlParams {
  variant: "as_coded" | "paper" | "krpo";
  beta_reward: number;
  adaptive_beta: boolean;
  min_variance: number;
  ema_baseline: boolean;
  ema_gain: number;
  rescale_call: number;
  beta1: number;
  beta2: number;
  kalman_q: number;
  kalman_r: number;
  kalman_p0: number;
}

/** Parameters that passed the recipe's schema, typed. */
export function readSettings(params: Params): DgroParams {
  return params as unknown as DgroParams;
}

/** The loop's options and the method of the chosen variant; fields of the other variants have no effect. */
export function dgroVariant(p: DgroParams, seed: number): { options: GrpoOptions; method: GroupMethod } {
  const options: GrpoOptions = {
    ...loopOptions(p, seed),
    advantage: "group",
    epsLow: p.eps_low,
    epsHigh: p.eps_high,
    entropyBonus: 0,
    ratio: "decision",
    surrogate: "clip",
  };
  switch (p.variant) {
    case "as_coded": {
      const beta = p.adaptive_beta ? "scheduled" : p.beta_reward;
      const emaGain = p.ema_baseline ? p.ema_gain : null;
      return {
        options,
        method: codedDgro(options, {
          beta,
          minVariance: p.min_variance,
          emaGain,
          call: p.rescale_call || null,
        }),
      };
    }
    case "krpo":
      return { options, method: krpo(options, { q: p.kalman_q, r: p.kalman_r, p0: p.kalman_p0 }) };
    case "paper": {
      const method = paperDgro(p.temperature, { beta1: p.beta1, beta2: p.beta2 });
      return { options: { ...options, betaKl: 0, lossLevel: "sequence" }, method };
    }
  }
}
