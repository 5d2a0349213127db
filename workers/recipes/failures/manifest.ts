import type { RecipeManifest } from "../../protocol/manifest.ts";
import { caution, choice, defaultsOf, formOf, held, int, NO_REWARD } from "../form/manifest.ts";

const { groups, fields } = formOf({
  Failures: [
    int("slow_over", "Slow above", 5, [0, 60], "steps").because(
      "Solved in more steps than this counts as slow; 0 counts none. RR@5 asks for five.",
    ),
    choice(
      "counts",
      "Counts as diagnosis",
      { "drop+relax": "drops and relaxations", drop: "drops", diagnose: "DIAGNOSE" },
      "drop+relax",
    ).rarelyBecause("What is compared with the injected roots; the reports' evaluation counts both repairs."),
  ],
  "Train set": [
    choice(
      "subset",
      "Problems left to train on",
      {
        failed: "what failed or was slow",
        weighted: "drawn by the types that fail",
        uniform: "drawn alike (control)",
      },
      "failed",
    ).because(
      "Only of train problems. Drawn by type keeps some of what is solved; drawn alike is the control of the same size.",
    ),
    int("subset_size", "Problems drawn", 200, [8, 4000], "problems")
      .when("subset", "weighted", "uniform")
      .because("Of those that were played, none twice."),
  ],
});

export const failures: RecipeManifest = {
  slug: "failures",
  title: "Failures of a policy",
  version: "1.1",
  summary:
    "Says of every episode of an evaluation how it failed, where the policy is weak by fault type and level, and leaves the problems to train on. The run's seed draws a weighted or uniform set.",
  device: "any",
  groups,
  fields,
  inputs: [
    {
      slot: "episodes",
      label: "Episodes",
      kind: "evaluation",
      required: true,
      reason: "A final evaluation with its steps. Of held-out problems a report is made, but no train set.",
      offer: "see its failures",
    },
  ],
  outputs: ["problems"],
  presets: [
    { id: "failed", title: "What failed", params: {}, reason: "The problems that failed or were slow." },
    {
      id: "weighted",
      title: "By weakness",
      params: { subset: "weighted" },
      reason: "Fault types are drawn the more, the more often they fail.",
    },
    {
      id: "uniform",
      title: "Uniform control",
      params: { subset: "uniform" },
      reason: "As many problems, drawn alike: what weighting is compared with.",
    },
  ],
  baselinePreset: "failed",
  seedReason: "Draws the weighted or uniform set; nothing else here is random.",
  smoke: { ...defaultsOf(fields), subset: "weighted", subset_size: 20 },
  metrics: ["failures/share", "failures/slow_share", "failures/set", "perf/cpu_s"],
  primary: "failures/share",
  headline: ["failures/share", "failures/slow_share", "failures/set"],
  rewardConfig: () => NO_REWARD,
  switchedOff: () => ({}),
  lints: ({ slow_over, subset }) =>
    held([
      caution(
        "L70",
        "slow_over",
        slow_over === 0 && subset === "failed",
        "Slow successes are left out.",
      ).because("A policy that solves everything late then leaves nothing to train on."),
    ]),
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: () => 0,
};
