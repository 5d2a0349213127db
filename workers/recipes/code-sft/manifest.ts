import type { RecipeManifest } from "../../protocol/manifest.ts";
import {
  CODE_EVALUATION_METRICS,
  CODE_PROBLEM_FIELDS,
  CODE_SFT_FIELDS,
  CODE_SMOKE,
  codeLints,
} from "../code/manifest.ts";
import { caution, defaultsOf, formOf, held, NO_REWARD } from "../form/manifest.ts";

const { groups, fields } = formOf({ Problems: CODE_PROBLEM_FIELDS, Demonstrations: CODE_SFT_FIELDS });

export const codeSft: RecipeManifest = {
  slug: "code-sft",
  title: "SFT on programs",
  version: "1.0",
  summary:
    "Imitates programs of experts that are often wrong, production by production, and measures the policy on held-out problems. Its defaults give exactly the start that code-grpo makes for itself. The run's seed changes nothing here; SFT seed does.",
  device: "any",
  groups,
  fields,
  inputs: [],
  outputs: ["program_policy", "evaluation"],
  presets: [
    {
      id: "start",
      title: "SFT start",
      params: {},
      reason: "Experts that are right three times in ten; the start that code-grpo makes by default.",
    },
    {
      id: "references",
      title: "Right programs only",
      params: { expert_right: 1, expert_slip: 0 },
      reason: "What imitation alone reaches where no expert errs.",
    },
    {
      id: "fizzbuzz",
      title: "FizzBuzz",
      params: { families: "fizzbuzz", difficulty_low: 3, difficulty_high: 3, eval_problems: 200 },
      reason: "One family at the difficulty that the reports ran it.",
    },
  ],
  baselinePreset: "start",
  seedReason:
    "Changes nothing in this recipe: every seed gives the same weights. SFT seed is the one that matters.",
  smoke: { ...defaultsOf(fields), ...CODE_SMOKE },
  metrics: ["sft/loss", ...CODE_EVALUATION_METRICS, "progress/updates", "perf/cpu_s"],
  primary: "eval/solved",
  headline: CODE_EVALUATION_METRICS,
  rewardConfig: () => NO_REWARD,
  switchedOff: ({ sft_epochs }) =>
    sft_epochs === 0 ? { "sft/loss": "there are no SFT epochs, so the policy stays untrained" } : {},
  lints: (params) =>
    held([
      ...codeLints(params),
      caution("L20", "sft_epochs", params.sft_epochs === 0, "Nothing is trained.").because(
        "With 0 epochs the checkpoint holds the random initial weights.",
      ),
    ]),
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: (params) => Number(params.sft_epochs),
};
