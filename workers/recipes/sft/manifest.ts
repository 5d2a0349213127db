import type { Lint, Params, RecipeManifest } from "../../protocol/manifest.ts";
import { metricsOfKind } from "../../protocol/metrics/evaluation-metrics.ts";
import type { MetricName } from "../../protocol/metrics/metrics.ts";
import {
  block,
  caution,
  choice,
  defaultsOf,
  type Field,
  float,
  formOf,
  held,
  int,
  NO_REWARD,
  SEEDS,
} from "../form/manifest.ts";
import {
  EVALUATION_STEP_LIMIT,
  PROBLEM_FIELDS,
  problemInputs,
  problemLints,
  smallSetLint,
} from "../problems/manifest.ts";

/** What is imitated; `more`: choices that only some recipes have. */
const demosFrom = (more: Record<string, string>): Field =>
  choice(
    "demos_from",
    "Demonstrated on",
    { easy: "easy problems of their own", train: "the train problems", ...more },
    "easy",
  ).rarelyBecause(
    "Easy problems are solved in few steps and are in no other set; on train problems the start has seen what RL will draw.",
  );

/** The SFT start, alike in the recipe that trains nothing else and in those that go on from it. */
export const SFT_FIELDS: Field[] = [
  int("hidden", "Hidden units", 32, [4, 256]).rarelyBecause(
    "A multiple of 4. 32 is enough here; 16 trains 1.7 times as fast, 64 half as fast.",
  ),
  int("sft_epochs", "SFT epochs", 12, [0, 100], "epochs").because(
    "Passes over the demonstrations; after 2 to 5 the policy loops on GET_IIS, from 6 on it solves.",
  ),
  int("sft_demos", "Demonstrations", 400, [1, 4000], "episodes").rarelyBecause(
    "Episodes of a scripted, imperfect expert; by default it never shows the efficient behavior.",
  ),
  demosFrom({}),
  float("expert_root", "Expert repairs a root", 0.7, [0, 1]).rarelyBecause(
    "Probability, where the shown IIS holds a root cause; else any of its members.",
  ),
  float("expert_diagnose", "Expert diagnoses", 0.1, [0, 1]).rarelyBecause(
    "Probability before a repair. At 0.1 the best action is never a diagnosis, so greedy DA is 0; at 0.5 it is one.",
  ),
  float("expert_random", "Expert errs", 0.05, [0, 1]).rarelyBecause(
    "Probability of any legal action but SUBMIT and CHECK.",
  ),
  float("expert_skip_iis", "Expert goes on without an IIS", 0, [0, 1]).rarelyBecause(
    "Probability of a repair by the IIS of before; 0 asks anew after each.",
  ),
  float("expert_check", "Expert checks", 0.25, [0, 1]).rarelyBecause(
    "Probability of a CHECK before a repair: it costs a step and shows the true coefficients of one element.",
  ),
  int("sft_seed", "SFT seed", 7, SEEDS).rarelyBecause(
    "Fixes the initial weights, the demonstrations and their order: one start for a whole matrix.",
  ),
];

/** Metrics of an evaluation, in the order of a table. */
export const EVALUATION_METRICS: MetricName[] = metricsOfKind("repairs");

/** L08: what the network's kernel asks of its width. */
export function hiddenLint({ hidden }: Params): Lint | null {
  return block("L08", "hidden", Number(hidden) % 4 !== 0, "Hidden units must be a multiple of 4.").because(
    "The kernel computes 4 of them at once.",
  );
}

/** Where nothing is trained after it, the start can also learn from episodes that were solved before. */
const OWN_SFT_FIELDS = SFT_FIELDS.map((field) =>
  field.name === "demos_from" ? demosFrom({ successes: "successes of a given evaluation" }) : field,
);

const { groups, fields } = formOf({
  Problems: PROBLEM_FIELDS,
  Demonstrations: OWN_SFT_FIELDS,
  Evaluation: [EVALUATION_STEP_LIMIT],
});

export const sft: RecipeManifest = {
  slug: "sft",
  title: "SFT on OR-Debug",
  version: "1.0",
  summary:
    "Imitates a scripted, imperfect expert on easy problems and measures the policy on held-out ones. Its defaults give exactly the start that grpo makes for itself. The run's seed changes nothing here; SFT seed does.",
  device: "any",
  groups,
  fields,
  inputs: [
    ...problemInputs("SFT on"),
    {
      slot: "demos",
      label: "Successes of",
      kind: "evaluation",
      required: false,
      reason:
        "A final evaluation on train problems; its solved episodes are imitated in place of the expert.",
      offer: "SFT on its successes",
    },
  ],
  outputs: ["checkpoint", "evaluation"],
  presets: [
    {
      id: "start",
      title: "SFT start",
      params: {},
      reason: "The start that the other recipes make by default.",
    },
    {
      id: "early",
      title: "Stopped early",
      params: { sft_epochs: 4 },
      reason: "After 4 epochs the policy still loops on GET_IIS.",
    },
    {
      id: "strong",
      title: "More demonstrations",
      params: { sft_demos: 2000 },
      reason: "Five times the demonstrations, the same passes.",
    },
  ],
  baselinePreset: "start",
  seedReason:
    "Changes nothing in this recipe: every seed gives the same weights. SFT seed is the one that matters.",
  // With fewer demonstrations or epochs it solves nothing, and an evaluation without a success has no OP.
  smoke: { ...defaultsOf(fields), level: "medium", train_problems: 100, eval_problems: 60 },
  metrics: [
    "sft/loss",
    "sft/entropy",
    "sft/distinct",
    ...EVALUATION_METRICS,
    "progress/updates",
    "perf/cpu_s",
  ],
  primary: "eval/rr_at_5",
  headline: EVALUATION_METRICS,
  rewardConfig: () => NO_REWARD,
  switchedOff: ({ sft_epochs }) =>
    sft_epochs === 0
      ? Object.fromEntries(
          ["sft/loss", "sft/entropy", "sft/distinct"].map((name) => [
            name,
            "there are no SFT epochs, so the policy stays untrained",
          ]),
        )
      : {},
  lints: (params, given) =>
    held([
      smallSetLint(params),
      ...problemLints(params, given),
      hiddenLint(params),
      block(
        "L21",
        "demos_from",
        params.demos_from === "successes" && given !== undefined && given.demos === undefined,
        "Successes of is missing: choose the evaluation to learn from.",
      ).because("Its solved episodes are what is imitated."),
      caution(
        "L22",
        "demos_from",
        params.demos_from !== "successes" && given?.demos !== undefined,
        "The evaluation is not used.",
      ).because("Demonstrations come from the expert, by this choice."),
      caution("L20", "sft_epochs", params.sft_epochs === 0, "Nothing is trained.").because(
        "With 0 epochs the checkpoint holds the random initial weights.",
      ),
    ]),
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: (params) => Number(params.sft_epochs),
};
