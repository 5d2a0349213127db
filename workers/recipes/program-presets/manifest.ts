import type { Params, RecipeManifest } from "../../protocol/manifest.ts";

/** As the reports coded it: G 2, one update by the whole batch, beta .04. */
const AS_CODED: Params = {
  loss: "as_coded",
  group_size: 2,
  epochs_per_batch: 1,
  minibatches: 1,
  beta_kl: 0.04,
};

const FIZZBUZZ: Params = { families: "fizzbuzz", difficulty_low: 3, difficulty_high: 3, eval_problems: 200 };

export const PRESETS: RecipeManifest["presets"] = (
  [
    ["baseline", "GRPO", {}, "The loss whose gradient has the rewards, G 8."],
    ["as_coded", "As coded", AS_CODED, "The reports' loss, G 2 and beta .04: rewards reach no gradient."],
    [
      "as_coded_8",
      "As coded, G 8",
      { ...AS_CODED, group_size: 8, epochs_per_batch: 2, minibatches: 4 },
      "The same loss with the group and the updates of the baseline.",
    ],
    [
      "pairs",
      "G 2",
      { group_size: 2, prompts: 128 },
      "As many programs in groups of 2: most groups are dead.",
    ],
    ["all_or_nothing", "1 or 0", { reward: "all" }, "Pays for right programs alone."],
    ["dynamic", "Dynamic sampling", { dynamic: true }, "Dead groups are drawn again."],
    ["hard", "Hard families", { families: "hard" }, "The ten that the reports called hard."],
    [
      "weak",
      "Weak families",
      { families: "weak", difficulty_low: 5, difficulty_high: 5 },
      "The reports' four, at their difficulty.",
    ],
    ["fizzbuzz", "FizzBuzz", FIZZBUZZ, "One family at the difficulty that the reports ran it."],
    [
      "fizzbuzz_coded",
      "FizzBuzz as coded",
      { ...FIZZBUZZ, ...AS_CODED },
      "The reports' smoke test, with their loss.",
    ],
    [
      "twin",
      "A/A control of the baseline",
      { start_shift: 1e-6 },
      "The baseline from a start moved by a millionth: what it differs by is chance.",
    ],
    [
      "random_reward",
      "Control: random reward",
      { reward: "random" },
      "Chance in place of the reward: what it gains comes from elsewhere.",
    ],
    [
      "constant_reward",
      "Control: constant reward",
      { reward: "constant" },
      "The same reward for every program: only the KL term and the start are left.",
    ],
    ["sft_start", "SFT start", { iterations: 0 }, "No training: the start on the same held-out problems."],
  ] as [string, string, Params, string][]
).map(([id, title, params, reason]) => ({ id, title, params, reason }));
