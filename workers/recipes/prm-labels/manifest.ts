import type { RecipeManifest } from "../../protocol/manifest.ts";
import { choice, defaultsOf, formOf, NO_REWARD } from "../form/manifest.ts";

const { groups, fields } = formOf({
  Labels: [
    choice("rules", "Rules", { reports: "the reports' six", progress: "by progress" }, "reports").because(
      "The six miss a repair where the solver shows another conflict; progress asks how far the model is from a solution.",
    ),
  ],
});

export const prmLabels: RecipeManifest = {
  slug: "prm-labels",
  title: "Step labels for a PRM",
  version: "1.0",
  summary:
    "Labels every step of the given episodes by six rules, the first that fits: solved 1, smaller IIS 1, diagnosis of half the IIS or more 0.5, of less 0.3, GET_IIS or CHECK 0.2, else 0. By progress, a lower elastic violation takes the place of the smaller IIS, and a diagnosis counts all elements named so far. Nothing here is random; the seed changes nothing.",
  device: "any",
  groups,
  fields,
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
  presets: [
    { id: "rules", title: "Six rules", params: {}, reason: "As the reports labeled." },
    {
      id: "progress",
      title: "Progress",
      params: { rules: "progress" },
      reason: "What a step changed, whichever conflict the solver names.",
    },
  ],
  baselinePreset: "rules",
  seedReason: "Changes nothing in this recipe: labels follow from the episodes alone.",
  smoke: defaultsOf(fields),
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
