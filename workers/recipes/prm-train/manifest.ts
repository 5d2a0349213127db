import type { RecipeManifest } from "../../protocol/manifest.ts";
import { defaultsOf, float, formOf, held, int, NO_REWARD, SEEDS } from "../form/manifest.ts";
import { hiddenLint } from "../sft/manifest.ts";

const { groups, fields } = formOf({
  Training: [
    int("hidden", "Hidden units", 32, [4, 256]).because(
      "A multiple of 4. The same network as the policy; 32 fits a few thousand steps.",
    ),
    int("epochs", "Epochs", 12, [1, 200], "epochs").because(
      "Passes over the labeled steps; watch the held-out error for the point where it turns.",
    ),
    float("learning_rate", "Learning rate", 0.002, [0, 1]).because(
      "Adam; the rate of the SFT start, whose network this is.",
    ),
    int("minibatch", "Steps per update", 128, [8, 4096], "steps").rarelyBecause(
      "As in the SFT start; fewer steps make more and noisier updates.",
    ),
    float("grad_clip", "Gradient clip", 1, [0, 1000], "L2").rarelyBecause("Global norm; 0 never clips."),
  ],
  Split: [
    float("test_share", "Held-out share", 0.1, [0.05, 0.5]).because(
      "Whole episodes, so that no step of a held-out episode was trained on.",
    ),
    int("split_seed", "Split seed", 42, SEEDS).rarelyBecause(
      "Fixes which episodes are held out, so that runs with other seeds report on the same ones.",
    ),
  ],
});

export const prmTrain: RecipeManifest = {
  slug: "prm-train",
  title: "Process reward model",
  version: "1.0",
  summary:
    "Plays labeled episodes again, learns to score each step by regression on its label, and reports on held-out episodes. Later runs can add the score to their reward.",
  device: "any",
  groups,
  fields,
  inputs: [
    {
      slot: "labels",
      label: "Labels",
      kind: "labels",
      required: true,
      reason: "Labeled steps; their episodes are played again to see what the policy saw.",
      offer: "train a PRM on it",
    },
  ],
  outputs: ["prm"],
  presets: [
    {
      id: "default",
      title: "Default",
      params: {},
      reason: "12 passes with a tenth of the episodes held out.",
    },
    {
      id: "long",
      title: "Many passes",
      params: { epochs: 60 },
      reason: "Shows where the held-out error turns while the training error falls on.",
    },
    {
      id: "untrained",
      title: "Untrained",
      params: { epochs: 1, learning_rate: 0 },
      reason:
        "The initial weights: a score that knows nothing. What a run rewarded by it does is no merit of a trained one.",
    },
  ],
  baselinePreset: "default",
  seedReason:
    "Decides the initial weights and the order of steps; the split and the episodes are fixed apart.",
  smoke: { ...defaultsOf(fields), epochs: 6, test_share: 0.2 },
  metrics: ["prm/loss", "prm/held_out_mse", "progress/updates", "perf/cpu_s"],
  primary: "prm/held_out_mse",
  headline: ["prm/held_out_mse", "prm/loss"],
  rewardConfig: () => NO_REWARD,
  switchedOff: () => ({}),
  lints: (params) => held([hiddenLint(params)]),
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: (params) => Number(params.epochs),
};
