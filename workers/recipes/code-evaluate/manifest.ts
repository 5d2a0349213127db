import { metricsOfKind } from "../../protocol/metrics/evaluation-metrics.ts";
import type { MetricName } from "../../protocol/metrics/metrics.ts";
import type { RecipeManifest } from "../../protocol/manifest.ts";
import { CODE_PROBLEM_FIELDS, CODE_SMOKE, codeLints } from "../code/manifest.ts";
import {
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

const DECODING_FIELDS: Field[] = [
  choice("decoding", "Decoding", { greedy: "best production", sampled: "sampled" }, "greedy").because(
    "Of the program that counts as the answer; greedy is how every training measures itself.",
  ),
  int("samples", "Samples per problem", 16, [0, 64], "programs").because(
    "Drawn beside the answer, for pass@1 and pass@8; fewer than 8 give no pass@8, 0 gives neither.",
  ),
  float("temperature", "Temperature", 1, [0.1, 5]).because(
    "Of samples, and of the answer where it is sampled; 1 is what training draws.",
  ),
  int("eval_seed", "Evaluation seed", 42, SEEDS).rarelyBecause("Fixes what is sampled."),
];

const { groups, fields } = formOf({ Problems: CODE_PROBLEM_FIELDS, Evaluation: DECODING_FIELDS });

const METRICS: MetricName[] = metricsOfKind("programs");

export const codeEvaluate: RecipeManifest = {
  slug: "code-evaluate",
  title: "Evaluation on programs",
  version: "1.0",
  summary:
    "Writes one program for each problem by a given policy, and samples more for pass@k. The run's seed changes nothing here; evaluation seed does.",
  device: "any",
  groups,
  fields,
  inputs: [
    {
      slot: "program_policy",
      label: "Policy",
      kind: "program_policy",
      required: true,
      reason: "The policy that is measured: one that writes programs.",
      offer: "evaluate its programs",
    },
  ],
  outputs: ["evaluation"],
  presets: [
    {
      id: "default",
      title: "Greedy, with 16 samples",
      params: {},
      reason: "The answer as every training measures it, and how often a sample is right.",
    },
    {
      id: "hard",
      title: "Hard families",
      params: { families: "hard" },
      reason: "The same on the families that the reports called hard.",
    },
  ],
  baselinePreset: "default",
  seedReason: "Changes nothing in this recipe; evaluation seed is the one that matters.",
  smoke: { ...defaultsOf(fields), ...CODE_SMOKE },
  metrics: [...METRICS, "perf/cpu_s"],
  primary: "eval/solved",
  headline: METRICS,
  rewardConfig: () => NO_REWARD,
  switchedOff({ samples }) {
    const too = (name: MetricName, needed: number) =>
      Number(samples) < needed ? { [name]: `it needs ${needed} samples for each problem` } : {};
    return { ...too("eval/pass_at_1", 1), ...too("eval/pass_at_8", 8) };
  },
  lints: (params) =>
    held([
      ...codeLints({ ...params, hidden: 4 }),
      caution(
        "L62",
        "samples",
        Number(params.samples) > 0 && Number(params.samples) < 8,
        "There is no pass@8.",
      ).because("Its estimate needs 8 samples or more for each problem."),
    ]),
  resamplesDeadGroups: () => false,
  trainEpisodes: () => 0,
  trainSteps: () => 0,
};
