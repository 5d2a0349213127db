import type { Params } from "../protocol/manifest.ts";

/** One step of a ready-made chain, as data. */
export interface StageTemplate {
  key: string;
  recipe: string;
  preset: string;
  edits: Params;
  /** Slot -> stage it takes from. */
  takes: Record<string, string>;
  /** Every seed of the launch, or the first one only. */
  seeds: "all" | "first";
  /** What the stage is for, in one line. */
  reason: string;
}

/** Several recipes that belong together, launched at once. */
export interface ChainTemplate {
  id: string;
  title: string;
  summary: string;
  /** Stage that the others are compared with. */
  baseline: string;
  stages: StageTemplate[];
}

const stage = (
  key: string,
  [recipe, preset]: [string, string],
  reason: string,
  more: Partial<Pick<StageTemplate, "edits" | "takes" | "seeds">> = {},
): StageTemplate => ({ key, recipe, preset, edits: {}, takes: {}, seeds: "first", reason, ...more });

/** Chains that the launch form offers, in its order. */
export const CHAINS: readonly ChainTemplate[] = [
  {
    id: "sft-dgro-prm",
    title: "SFT, DGRO and process rewards",
    summary:
      "Does RL improve on the SFT policy it starts from, does DGRO do what GRPO does not, and does a process reward help? Every policy is measured on the same held-out problems.",
    baseline: "grpo",
    stages: [
      stage("sft", ["sft", "start"], "The start of everything below, and the policy to beat."),
      stage("grpo", ["grpo", "baseline"], "What the others are compared with.", {
        takes: { start: "sft" },
        seeds: "all",
      }),
      stage("dgro-coded", ["dgro", "as_coded"], "DGRO as the reports coded it.", {
        takes: { start: "sft" },
        seeds: "all",
      }),
      stage("dgro-paper", ["dgro", "paper"], "DGRO as it was published.", {
        takes: { start: "sft" },
        seeds: "all",
      }),
      stage(
        "episodes",
        ["evaluate", "for_labels"],
        "Sampled episodes on train problems, so that no held-out problem is ever labelled.",
        { takes: { policy: "sft" } },
      ),
      stage("labels", ["prm-labels", "rules"], "Every step of them labelled by six rules.", {
        takes: { episodes: "episodes" },
      }),
      stage("prm", ["prm-train", "default"], "A model of those labels.", { takes: { labels: "labels" } }),
      stage("grpo-prm", ["grpo", "baseline"], "GRPO with the model's score in the reward.", {
        takes: { start: "sft", prm: "prm" },
        edits: { prm_weight: 0.5 },
        seeds: "all",
      }),
    ],
  },
];

/** What a newcomer sees run first. */
export const FIRST_ABLATION = {
  title: "Ablation in a minute",
  recipe: "grpo",
  presets: ["baseline", "no_kl", "asym_clip", "dynamic", "token_loss"],
};
