import type { RecipeManifest } from "../../protocol/manifest.ts";
import { NO_REWARD } from "../form/manifest.ts";

export const prmLabels: RecipeManifest = {
  slug: "prm-labels",
  title: "Step labels for a PRM",
  version: "1.0",
  summary:
    "Labels every step of the given episodes by six rules, the first that fits: solved 1, smaller IIS 1, diagnosis of half the IIS or more 0.5, of less 0.3, GET_IIS or CHECK 0.2, else 0. Nothing here is random; the seed changes nothing.",
  device: "any",
  groups: [],
  fields: [],
  inputs: [
    {
      slot: "episodes",
      label: "Episodes",
      kind: "evaluation",
      required: true,
      reason: "A final evaluation with its steps; those of train problems keep the held-out ones unseen.",
      offer: "label its episodes",
    },
  ],
  outputs: ["labels"],
  presets: [{ id: "rules", title: "Six rules", params: {}, reason: "The rules have no settings." }],
  baselinePreset: "rules",
  seedReason: "Changes nothing in this recipe: labels follow from the episodes alone.",
  smoke: {},
  metrics: ["prm/labels", "prm/label_mean", "perf/cpu_s"],
  primary: "prm/label_mean",
  headline: ["prm/labels", "prm/label_mean"],
  rewardConfig: () => NO_REWARD,
  switchedOff: () => ({}),
  lints: () => [],
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: () => 0,
};
