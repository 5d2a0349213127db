import type { RecipeManifest } from "../../protocol/manifest.ts";
import {
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
import { EVALUATION_STEP_LIMIT, PROBLEM_FIELDS, smallSetLint } from "../problems/manifest.ts";
import { EVALUATION_METRICS } from "../sft/manifest.ts";

const DECODING_FIELDS: Field[] = [
  choice("part", "Part", { held_out: "held-out problems", train: "train problems" }, "held_out").because(
    "Train problems are for labels, not for results: a reward model trained on them has not seen the held-out ones.",
  ),
  choice("decoding", "Decoding", { greedy: "best action", sampled: "sampled" }, "greedy").because(
    "Greedy is how every training measures itself; sampled episodes show more kinds of steps.",
  ),
  float("temperature", "Temperature", 1, [0.1, 5])
    .when("decoding", "sampled")
    .because("Of sampled actions; 1 is what training episodes use. Greedy decoding ignores it."),
  int("eval_seed", "Evaluation seed", 42, SEEDS).rarelyBecause(
    "Fixes the pivots of GET_IIS and sampled actions; 42 is that of the other recipes' evaluations.",
  ),
  EVALUATION_STEP_LIMIT,
];

const { groups, fields } = formOf({ Problems: PROBLEM_FIELDS, Evaluation: DECODING_FIELDS });

export const evaluate: RecipeManifest = {
  slug: "evaluate",
  title: "Evaluation of a checkpoint",
  version: "1.0",
  summary:
    "Plays one episode of a given policy on each problem and keeps every step. The run's seed changes nothing here; evaluation seed does.",
  device: "any",
  groups,
  fields,
  inputs: [
    {
      slot: "policy",
      label: "Policy",
      kind: "checkpoint",
      required: true,
      reason: "The policy that is measured; its own weights, not a copy trained further.",
      offer: "evaluate it",
    },
  ],
  outputs: ["evaluation"],
  presets: [
    { id: "greedy", title: "Greedy, held-out", params: {}, reason: "As every training measures itself." },
    {
      id: "sampled",
      title: "Sampled, held-out",
      params: { decoding: "sampled" },
      reason: "As training episodes are played, at temperature 1.",
    },
    {
      id: "for_labels",
      title: "Sampled, train problems",
      params: { part: "train", decoding: "sampled" },
      reason: "Episodes to label: varied steps, and none on a held-out problem.",
    },
  ],
  baselinePreset: "greedy",
  seedReason: "Changes nothing in this recipe; evaluation seed is the one that matters.",
  smoke: { ...defaultsOf(fields), level: "medium", train_problems: 100, eval_problems: 60 },
  metrics: [...EVALUATION_METRICS, "perf/cpu_s"],
  primary: "eval/rr_at_5",
  headline: EVALUATION_METRICS,
  rewardConfig: () => NO_REWARD,
  switchedOff: () => ({}),
  lints: (params) => held([params.part === "held_out" ? smallSetLint(params) : null]),
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: () => 0,
};
