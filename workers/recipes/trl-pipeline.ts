import { type PipelineTemplate, stage } from "./pipeline-template.ts";

/** Language models, by the recipes of `recipes/trl`; offered where a worker offers those. */
export const ON_TRL: PipelineTemplate = {
  id: "trl",
  title: "SFT, GRPO and a measure, on TRL",
  summary:
    "What does GRPO add to the SFT start that it begins with? Each takes the last checkpoint of the one before, and both are measured by greedy answers to the same held-out problems.",
  baseline: "after",
  seeds: [0, 1, 2],
  stages: [
    stage("sft", ["trl-sft", "default"], "Imitates right answers: the start of everything below."),
    stage("before", ["trl-evaluate", "default"], "What that start solves.", { takes: { policy: "sft" } }),
    stage("grpo", ["trl-grpo", "baseline"], "Goes on from the start, paid by the judge.", {
      takes: { start: "sft" },
      seeds: "all",
    }),
    stage("after", ["trl-evaluate", "default"], "What it solves then.", {
      takes: { policy: "grpo" },
      seeds: "all",
    }),
  ],
};
