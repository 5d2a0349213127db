import { expect, test } from "vitest";
import { defaultParams } from "../../protocol/manifest.ts";
import { greedyMeasurement } from "../evaluation/measure.ts";
import { grpo } from "./manifest.ts";
import { grpoOptions, readSettings } from "./settings.ts";

test("every parameter of the training reaches the option it names", () => {
  const p = readSettings({
    ...defaultParams(grpo),
    sigma: 0.1,
    observe_names: true,
    reward: "clean",
    reward_scale_positive: 1.2,
    reward_noise: 0.3,
    advantage: "none",
    loss: "token",
    beta_kl: 0.4,
    eps_low: 0.11,
    eps_high: 0.22,
    dynamic: true,
    max_draws: 3,
    overlong_mask: true,
    soft_overlong: 3,
    length_filter: 7,
    ratio: "episode",
    surrogate: "cispo",
    entropy_bonus: 0.03,
    iterations: 5,
    prompts: 6,
    group_size: 7,
    epochs_per_batch: 8,
    minibatches: 9,
    learning_rate: 0.5,
    temperature: 0.6,
    max_steps: 10,
    grad_clip: 0.7,
    eval_max_steps: 33,
  });
  expect(grpoOptions(p, 99)).toEqual({
    environment: {
      maxSteps: 10,
      observation: "noisy",
      sigma: 0.1,
      randomPivotIis: true,
      hideInitialIis: true,
      seesNames: true,
    },
    reward: "clean",
    shaping: { scalePositive: 1.2, noise: 0.3, halveBeyond: 7 },
    advantage: "none",
    lossLevel: "token",
    betaKl: 0.4,
    epsLow: 0.11,
    epsHigh: 0.22,
    entropyBonus: 0.03,
    ratio: "episode",
    surrogate: "cispo",
    softOverlong: 3,
    dynamic: true,
    maxDraws: 3,
    overlongMask: true,
    iterations: 5,
    prompts: 6,
    groupSize: 7,
    epochsPerBatch: 8,
    minibatches: 9,
    learningRate: 0.5,
    temperature: 0.6,
    gradClip: 0.7,
    seed: 99,
  });
  expect(greedyMeasurement(p)).toEqual({
    sees: { sigma: 0.1, observe_names: true },
    maxSteps: 33,
    temperature: 0,
    seed: 42,
  });
});

test("the typed parameters are exactly the fields of the manifest", () => {
  const settings = readSettings(defaultParams(grpo));
  expect(Object.keys(settings)).toEqual(grpo.fields.map((field) => field.name));
  expect(grpo.fields).toHaveLength(59);
});
