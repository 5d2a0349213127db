import type { Params } from "../protocol/manifest.ts";
import { type PipelineTemplate, stage, type StageTemplate } from "./pipeline-template.ts";
import { GRADIENT } from "./difficulty-pipeline.ts";
import { ON_TRL } from "./trl-pipeline.ts";
import { OF_PROGRAMS } from "./program-pipelines.ts";

/** What each problem source of the curriculum chain is for. */
const SOURCES: [key: string, source: string, reason: string][] = [
  ["uniform", "uniform", "Every level alike in every step: the control."],
  ["hard-only", "fixed", "The measured level alone, from the first step on."],
  ["four-stages", "four_stages", "Easy, easy and medium, medium and hard, hard, as long as each other."],
  ["linear", "linear", "One level after another, as long as each other."],
  ["adaptive", "adaptive", "Up and down by the mean success of ten steps."],
  ["self-paced", "self_paced", "Up and down by the success of the last step."],
  ["e2h-cosine", "e2h_cosine", "Easy levels fade into hard ones by half a cosine."],
  ["e2h-gauss", "e2h_gauss", "A bell moves from the easiest level to the hardest."],
  ["rlve", "rlve", "A harder level opens once nine in ten of the hardest are solved."],
];

const ROUNDS = 3;

/** What a stage is that plays train problems so that a later one has something to work with. */
const TO_DRAW_FROM = "episodes on train problems, from which sets are drawn";

/** Train steps of one round of self-play. */
const ROUND_STEPS = 10;

/**
 * Rounds of self-play of one arm: play the train problems, leave a set by what failed, train on it from the policy before. The
 * first round plays by the common start. A stage that fails ends all after it.
 */
function rounds(arm: "weak" | "uniform", preset: "weighted" | "uniform"): StageTemplate[] {
  return Array.from({ length: ROUNDS }, (_, k) => {
    const round = k + 1;
    const before = k === 0 ? "sft" : `${arm}-${k}`;
    const played = k === 0 ? "played-1" : `${arm}-played-${round}`;
    const set = `${arm}-set-${round}`;
    return [
      ...(k === 0
        ? []
        : [
            stage(played, ["evaluate", "greedy"], `What round ${k} made of the train problems.`, {
              edits: { part: "train" },
              takes: { policy: before },
              seeds: "all",
              beside: TO_DRAW_FROM,
            }),
          ]),
      stage(
        set,
        ["failures", preset],
        arm === "weak" ? "Train problems, drawn by the types that fail." : "As many, drawn alike.",
        { takes: { episodes: played }, seeds: "all" },
      ),
      stage(`${arm}-${round}`, ["grpo", "baseline"], `Round ${round}: trains on that set alone.`, {
        edits: { iterations: ROUND_STEPS },
        takes: { start: before, train_set: set },
        seeds: "all",
      }),
    ];
  }).flat();
}

const TWO_FAULTS: Params = { level: "medium" };

/** Chains that the launch form offers, in its order; one of scripts only where workers offer them. */
export const PIPELINES: readonly PipelineTemplate[] = [
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
        "Sampled episodes on train problems, so that no held-out problem is ever labeled.",
        { takes: { policy: "sft" }, beside: "episodes on train problems, to be labeled" },
      ),
      stage("failures", ["failures", "failed"], "How those episodes failed, by fault type and level.", {
        takes: { episodes: "episodes" },
      }),
      stage("labels", ["prm-labels", "rules"], "Every step of them labeled by six rules.", {
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
  GRADIENT,
  {
    id: "leakage",
    title: "Names that leak",
    summary:
      "Does a policy read the fault off the names? Trained where names tell it, it is measured on the same problems under names that tell and under random ones, beside a policy that saw names which told nothing and one that sees none. Compare pairs evaluations by problem.",
    baseline: "seen",
    primary: "eval/clean",
    seeds: [0, 1, 2, 3, 4],
    stages: [
      stage("sft", ["sft", "start"], "A start that sees names which tell the fault.", {
        edits: { names: "original", observe_names: true },
      }),
      stage("seen", ["grpo", "baseline"], "Pays for clean repairs, with the names in sight.", {
        takes: { start: "sft" },
        edits: { names: "original", observe_names: true, reward: "clean" },
        seeds: "all",
      }),
      stage("unseen", ["grpo", "baseline"], "The same training without names in sight.", {
        edits: { names: "original", reward: "clean" },
        seeds: "all",
        beside: "a control that sees no names",
      }),
      ...(["original", "random"] as const).map((names) =>
        stage(
          `on-${names}`,
          ["evaluate", "greedy"],
          names === "original"
            ? "Every trained policy under the names it was trained on."
            : "The same policies on the same problems, where names tell nothing.",
          { takes: { policy: "seen" }, edits: { names, observe_names: true }, seeds: "all" },
        ),
      ),
      stage("sft-random", ["sft", "start"], "A start that sees names which tell nothing.", {
        edits: { names: "random", observe_names: true },
      }),
      stage(
        "random",
        ["grpo", "baseline"],
        "The same training under random names, with the names in sight.",
        {
          takes: { start: "sft-random" },
          edits: { names: "random", observe_names: true, reward: "clean" },
          seeds: "all",
        },
      ),
      stage(
        "random-on-original",
        ["evaluate", "greedy"],
        "Those policies under names that tell: what they are worth to one that never learnt to read them.",
        { takes: { policy: "random" }, edits: { names: "original", observe_names: true }, seeds: "all" },
      ),
    ],
  },
  ...OF_PROGRAMS,
  {
    id: "curriculum",
    title: "Curriculum against all levels alike",
    summary:
      "Does the order of levels matter? Every source draws as many episodes from the same problems and is measured on the same hard ones.",
    baseline: "uniform",
    seeds: [0, 1, 2, 3, 4],
    stages: [
      stage("sft", ["sft", "start"], "The start of all of them."),
      ...SOURCES.map(([key, source, reason]) =>
        stage(key, ["grpo", "baseline"], reason, {
          edits: { problem_source: source },
          takes: { start: "sft" },
          seeds: "all",
        }),
      ),
    ],
  },
  {
    id: "self-play",
    title: "Self-play against a uniform control",
    summary:
      "Does training on what fails help? Three rounds of play, look, train: in one arm on train problems drawn by the fault types that fail, in the other on as many drawn alike. Held-out problems are never trained on.",
    baseline: "uniform-3",
    seeds: [0, 1, 2, 3, 4],
    stages: [
      stage("sft", ["sft", "start"], "The policy of round 0."),
      stage("played-1", ["evaluate", "greedy"], "What the start makes of the train problems.", {
        edits: { part: "train" },
        takes: { policy: "sft" },
        beside: TO_DRAW_FROM,
      }),
      ...rounds("weak", "weighted"),
      ...rounds("uniform", "uniform"),
    ],
  },
  ON_TRL,
];

/**
 * What a newcomer sees run first: one change each to a baseline whose seeds differ little, so that five of them show what
 * separates, beside a twin that cannot.
 */
export const FIRST_ABLATION = {
  title: "Ablation in a minute",
  recipe: "grpo",
  presets: ["baseline", "no_kl", "asym_clip", "dynamic", "twin"],
  edits: { epochs_per_batch: 1 },
  seeds: [0, 1, 2, 3, 4],
};
