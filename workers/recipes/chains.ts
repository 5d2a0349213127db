import type { Params } from "../protocol/manifest.ts";

/** One step of a ready-made chain, as data. */
export interface StageTemplate {
  key: string;
  recipe: string;
  preset: string;
  edits: Params;
  /** Slot -> stage it takes from. */
  takes: Record<string, string>;
  /** Every seed of the launch, or the first one only. */
  seeds: "all" | "first";
  /** What the stage is for, in one line. */
  reason: string;
}

/** Several recipes that belong together, launched at once. */
export interface ChainTemplate {
  id: string;
  title: string;
  summary: string;
  /** Stage that the others are compared with. */
  baseline: string;
  /** Seeds of the stages that are trained more than once, unless others are asked for. */
  seeds: number[];
  stages: StageTemplate[];
}

const stage = (
  key: string,
  [recipe, preset]: [string, string],
  reason: string,
  more: Partial<Pick<StageTemplate, "edits" | "takes" | "seeds">> = {},
): StageTemplate => ({ key, recipe, preset, edits: {}, takes: {}, seeds: "first", reason, ...more });

/** All held-out problems of a set, so that each level has as many as there are. */
const ON_SET = { takes: { problem_set: "set" }, edits: { eval_problems: 4000 } };

const TWO_FAULTS: Params = { level: "medium" };

/** Chains that the launch form offers, in its order. */
export const CHAINS: readonly ChainTemplate[] = [
  {
    id: "sft-dgro-prm",
    title: "SFT, DGRO and process rewards",
    summary:
      "Does RL improve on the SFT policy it starts from, does DGRO do what GRPO does not, and does a process reward help? Every policy is measured on the same held-out problems.",
    baseline: "grpo",
    seeds: [0, 1, 2],
    stages: [
      stage("sft", ["sft", "start"], "The start of everything below, and the policy to beat."),
      stage("grpo", ["grpo", "baseline"], "What the others are compared with.", {
        takes: { start: "sft" },
        seeds: "all",
      }),
      stage(
        "grpo-low-kl",
        ["grpo", "baseline"],
        "GRPO with the KL weight of DGRO as coded, which differs from it by an epsilon.",
        {
          takes: { start: "sft" },
          edits: { beta_kl: 0.001 },
          seeds: "all",
        },
      ),
      stage("dgro-coded", ["dgro", "as_coded"], "DGRO as the reports coded it.", {
        takes: { start: "sft" },
        seeds: "all",
      }),
      stage("dgro-paper", ["dgro", "paper"], "DGRO as it was published.", {
        takes: { start: "sft" },
        seeds: "all",
      }),
      stage(
        "episodes",
        ["evaluate", "for_labels"],
        "Sampled episodes on train problems, so that no held-out problem is ever labelled.",
        { takes: { policy: "sft" } },
      ),
      stage("labels", ["prm-labels", "rules"], "Every step of them labelled by six rules.", {
        takes: { episodes: "episodes" },
      }),
      stage("prm", ["prm-train", "default"], "A model of those labels.", { takes: { labels: "labels" } }),
      stage("grpo-prm", ["grpo", "baseline"], "GRPO with the model's score in the reward.", {
        takes: { start: "sft", prm: "prm" },
        edits: { prm_weight: 0.5 },
        seeds: "all",
      }),
    ],
  },
  {
    id: "diagnosis",
    title: "Diagnosis against speed",
    summary:
      "What do rewards and methods make of a start that diagnoses? On two faults at once, between the oracle that never names a root and the one that names each.",
    baseline: "rr5",
    seeds: [0, 1, 2, 3, 4],
    stages: [
      stage("sft", ["sft", "start"], "A start whose teacher diagnoses every second time.", {
        edits: { ...TWO_FAULTS, expert_diagnose: 0.5 },
      }),
      ...(
        [
          ["rr5", "grpo", "baseline", "Pays for five steps only.", {}],
          ["composite", "grpo", "baseline", "Pays for the diagnosis too.", { reward: "composite" }],
          [
            "composite-undivided",
            "grpo",
            "baseline",
            "The same without division by the group's std.",
            { reward: "composite", advantage: "none" },
          ],
          ["dgro-coded", "dgro", "as_coded", "DGRO as coded, by the composite.", { reward: "composite" }],
          ["dgro-paper", "dgro", "paper", "DGRO as published, by the composite.", { reward: "composite" }],
          ["krpo", "dgro", "krpo", "KRPO, by the composite.", { reward: "composite" }],
        ] as const
      ).map(([key, recipe, preset, reason, edits]) =>
        stage(key, [recipe, preset], reason, {
          takes: { start: "sft" },
          edits: { ...TWO_FAULTS, ...edits },
          seeds: "all",
        }),
      ),
      stage("oracle", ["evaluate", "oracle"], "Perfect repairs, no diagnosis.", { edits: TWO_FAULTS }),
      stage("diagnosing-oracle", ["evaluate", "diagnosing_oracle"], "Each root named first.", {
        edits: TWO_FAULTS,
      }),
      stage("random-member", ["evaluate", "random_member"], "What an IIS alone is worth.", {
        edits: TWO_FAULTS,
      }),
    ],
  },
  {
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
  },
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
      stage("before", ["code-evaluate", "hard"], "The start, with samples for pass@k.", {
        takes: { program_policy: "sft" },
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

/** What a newcomer sees run first. */
export const FIRST_ABLATION = {
  title: "Ablation in a minute",
  recipe: "grpo",
  presets: ["baseline", "no_kl", "asym_clip", "dynamic", "token_loss"],
};
