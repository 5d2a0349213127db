import { type PipelineTemplate, stage } from "./pipeline-template.ts";

/** Policies that write programs. */
export const OF_PROGRAMS: readonly PipelineTemplate[] = [
  {
    id: "fizzbuzz",
    title: "FizzBuzz by its criteria",
    summary:
      "The smoke test of the reports, judged by criteria that were written down before: GRPO whose gradient has the rewards, and the loss as it was coded, from one start that is wrong more often than right.",
    baseline: "grpo",
    seeds: [0, 1, 2, 3, 4],
    stages: [
      stage("sft", ["code-sft", "fizzbuzz"], "Imitates experts that are right three times in ten."),
      stage("grpo", ["code-grpo", "fizzbuzz"], "Rewards in the gradient.", {
        takes: { program_start: "sft" },
        seeds: "all",
      }),
      stage(
        "as-coded",
        ["code-grpo", "fizzbuzz_coded"],
        "The loss of the reports, which no reward reaches.",
        {
          takes: { program_start: "sft" },
          seeds: "all",
        },
      ),
    ],
  },
  {
    id: "hard-problems",
    title: "Hard problems before and after",
    summary:
      "Does GRPO solve what its start does not, and does the loss as coded? Every policy writes a program for the same 300 held-out instances of the ten hard families, so that two can be compared problem by problem.",
    baseline: "before",
    seeds: [0, 1, 2, 3, 4],
    stages: [
      stage("sft", ["code-sft", "start"], "The start of everything below.", { edits: { families: "hard" } }),
      stage("before", ["code-evaluate", "hard"], "The start, with samples for pass@k, beside every seed.", {
        takes: { program_policy: "sft" },
        seeds: "all",
      }),
      stage("grpo", ["code-grpo", "hard"], "Rewards in the gradient.", {
        takes: { program_start: "sft" },
        seeds: "all",
      }),
      stage("after", ["code-evaluate", "hard"], "What GRPO made of it.", {
        takes: { program_policy: "grpo" },
        seeds: "all",
      }),
      stage("as-coded", ["code-grpo", "as_coded_8"], "The loss of the reports, with as many programs.", {
        takes: { program_start: "sft" },
        edits: { families: "hard" },
        seeds: "all",
      }),
      stage("after-coded", ["code-evaluate", "hard"], "What that made of it.", {
        takes: { program_policy: "as-coded" },
        seeds: "all",
      }),
    ],
  },
];
