import { type PipelineTemplate, stage } from "./pipeline-template.ts";

/** All held-out problems of a set, so that each level has as many as there are. */
const ON_SET = { takes: { problem_set: "set" }, edits: { eval_problems: 4000 } };

/** Who solves what of a benchmark, level by level. */
export const GRADIENT: PipelineTemplate = {
  id: "gradient",
  title: "Gradient of a benchmark",
  summary:
    "Do its levels get harder? SFT and the players that learn nothing, each on all held-out problems of one benchmark: of the one named below, or of one made here.",
  baseline: "sft",
  seeds: [0],
  stages: [
    stage("set", ["benchmark", "per_type"], "A to D in three levels, 200 problems each."),
    stage("sft", ["sft", "start"], "The policy that the levels were made for.", ON_SET),
    ...(
      [
        ["random-member", "random_member", {}, "What an IIS alone is worth."],
        ["oracle", "oracle", {}, "Perfect repairs, no diagnosis."],
        ["diagnosing-oracle", "diagnosing_oracle", {}, "Each root named first."],
        ["heuristic", "random_member", { player: "heuristic" }, "Relaxes, then drops, what it saw most."],
        ["greedy-drop", "random_member", { player: "greedy_drop" }, "Drops what an IIS names first."],
        ["random", "random_member", { player: "random" }, "Luck."],
      ] as const
    ).map(([key, preset, edits, reason]) =>
      stage(key, ["evaluate", preset], reason, { ...ON_SET, edits: { ...ON_SET.edits, ...edits } }),
    ),
  ],
};
