import type { Params } from "../../workers/protocol/manifest.ts";
import type { Question } from "./question.ts";

type Stage = Question["stages"][number];

/** A stage that is trained with every seed. */
const trained = (
  key: string,
  [recipe, preset]: [string, string],
  edits: Params = {},
  inputs: Stage["inputs"] = {},
): Stage => ({ key, recipe, presets: [preset], edits, inputs, all: true });

/** A stage without chance of its own: it is made once. */
const once = (...stage: Parameters<typeof trained>): Stage => ({ ...trained(...stage), all: false });

/** Starts made from other demonstrations, for what has no chance of its own. */
const STARTS = [0, 1, 2, 3, 4];
const EASY: Params = { level: "easy", reward: "outcome", iterations: 20 };
const CALM: Params = { epochs_per_batch: 1 };
const COMPOSITE: Params = { reward: "composite" };
const REWARDS = ["reward/raw", "eval/rr_at_5", "eval/clean"];

export const QUESTIONS: readonly Question[] = [
  {
    id: "collapse",
    title: "An SFT start that solves its problems leaves no reward variance",
    asks: "One fault per problem, paid for solving it. Does DGRO bring back the variance that GRPO does not have?",
    reported:
      'DGRO "maintains variance": mean reward −49.99, std 1.1516, which is the spread of the noise U(−2, 2) alone.',
    stages: [
      trained("grpo", ["grpo", "baseline"], EASY),
      trained("grpo-dynamic", ["grpo", "dynamic"], EASY),
      trained("dgro-coded", ["dgro", "as_coded"], EASY),
      trained("dgro-coded-by-8", ["dgro", "as_coded"], { ...EASY, rescale_call: 8 }),
      trained("dgro-paper", ["dgro", "paper"], EASY),
      trained("krpo", ["dgro", "krpo"], EASY),
    ],
    baseline: "grpo",
    also: ["group/zero_share", "group/zero_share_raw", "group/std"],
    shows: ["group/zero_share", "group/zero_share_raw", "group/std", "eval/rr_at_5", "eval/clean"],
    expects: [
      {
        says: "Under GRPO at least nine groups in ten are dead",
        kind: "level",
        cell: "grpo",
        metric: "group/zero_share",
        direction: "higher",
        than: 0.9,
      },
      {
        says: "DGRO as published has fewer dead groups",
        kind: "difference",
        cell: "dgro-paper",
        metric: "group/zero_share",
        direction: "lower",
      },
      {
        says: "DGRO as coded, rescaling a draw at once, has groups that the verifier tells apart",
        kind: "level",
        cell: "dgro-coded",
        metric: "group/zero_share_raw",
        direction: "lower",
        than: 0.9,
      },
      {
        says: "Rescaling 8 rewards at a time, as the reports' trainer did, brings spread into dead groups",
        kind: "difference",
        cell: "dgro-coded-by-8",
        metric: "group/zero_share",
        direction: "lower",
      },
      {
        says: "That spread is noise: the verified reward still tells at most one group in ten apart",
        kind: "level",
        cell: "dgro-coded-by-8",
        metric: "group/zero_share_raw",
        direction: "higher",
        than: 0.9,
      },
    ],
  },
  {
    id: "longer-episodes",
    title: "Longer episodes touch more of the IIS",
    asks: "The same SFT weights on hard problems, played by the best action and sampled at temperature 1. Nothing is learned between them; five starts, each from demonstrations of its own.",
    reported: "DGRO against SFT: DA +7.9 pp, RR@5 −15.6 pp, read as a better diagnosis.",
    stages: [
      ...STARTS.flatMap((start) => [
        once(`sft-${start}`, ["sft", "start"], { sft_seed: 42 + start }),
        once(`greedy-${start}`, ["evaluate", "greedy"], {}, { policy: { stage: `sft-${start}` } }),
        once(`sampled-${start}`, ["evaluate", "sampled"], {}, { policy: { stage: `sft-${start}` } }),
      ]),
    ],
    baseline: "greedy-0",
    hides: STARTS.map((start) => `sft-${start}`),
    also: [],
    shows: ["eval/rr_at_5", "eval/rr", "eval/da", "eval/steps"],
    expects: [
      {
        says: "Sampling lowers RR@5",
        kind: "starts",
        first: "greedy",
        second: "sampled",
        metric: "eval/rr_at_5",
        direction: "lower",
      },
      {
        says: "Sampling makes episodes longer",
        kind: "starts",
        first: "greedy",
        second: "sampled",
        metric: "eval/steps",
        direction: "higher",
      },
    ],
  },
  {
    id: "corner",
    title: "The group's std drives the composite into the diagnosing oracle's corner",
    asks: "From the default start on hard problems, paid by the composite: what do methods that divide by the group's std make of it, and what those that do not?",
    stages: [
      trained("group-std", ["grpo", "baseline"], COMPOSITE),
      trained("undivided", ["grpo", "baseline"], { ...COMPOSITE, advantage: "none" }),
      trained("dgro-paper", ["dgro", "paper"], COMPOSITE),
      trained("krpo", ["dgro", "krpo"], COMPOSITE),
      once("oracle", ["evaluate", "oracle"]),
      once("diagnosing-oracle", ["evaluate", "diagnosing_oracle"]),
    ],
    baseline: "group-std",
    also: [],
    shows: ["eval/rr_at_5", "eval/da", "eval/steps", "eval/clean"],
    expects: [
      {
        says: "Divided by the group's std, DA rises above one half",
        kind: "level",
        cell: "group-std",
        metric: "eval/da",
        direction: "higher",
        than: 0.5,
      },
      {
        says: "and RR@5 falls below one in six",
        kind: "level",
        cell: "group-std",
        metric: "eval/rr_at_5",
        direction: "lower",
        than: 1 / 6,
      },
      ...(["undivided", "dgro-paper", "krpo"] as const).flatMap((cell) => [
        {
          says: `${cell} has a lower DA`,
          kind: "difference",
          cell,
          metric: "eval/da",
          direction: "lower",
        } as const,
        {
          says: `${cell} has a higher RR@5`,
          kind: "difference",
          cell,
          metric: "eval/rr_at_5",
          direction: "higher",
        } as const,
      ]),
    ],
  },
  {
    id: "past-the-oracle",
    title: "Paid for five steps, a policy passes the oracle by dropping rows unasked",
    asks: "The oracle asks for an IIS and repairs a root of it. What beats it on RR@5, and what does that cost?",
    stages: [
      trained("start", ["grpo", "sft_start"]),
      trained("rr5", ["grpo", "calm"]),
      once("oracle", ["evaluate", "oracle"]),
    ],
    baseline: "start",
    also: [],
    shows: ["eval/rr_at_5", "eval/rr", "eval/clean", "eval/steps"],
    expects: [
      {
        says: "Trained on rr5, RR@5 is above the oracle's",
        kind: "level",
        cell: "rr5",
        metric: "eval/rr_at_5",
        direction: "higher",
        than: { cell: "oracle" },
      },
      {
        says: "and fewer repairs are clean than at the start",
        kind: "level",
        cell: "rr5",
        metric: "eval/clean",
        direction: "lower",
        than: { cell: "start" },
      },
    ],
  },
  {
    id: "process-reward",
    title: "What a process reward does to rr5",
    asks: "One reward model, trained on labels by the reports' six rules, in the reward of GRPO on hard problems.",
    stages: [
      once("sft", ["sft", "start"]),
      once("episodes", ["evaluate", "for_labels"], {}, { policy: { stage: "sft" } }),
      once("labels", ["prm-labels", "rules"], {}, { episodes: { stage: "episodes" } }),
      once("prm", ["prm-train", "default"], {}, { labels: { stage: "labels" } }),
      trained("none", ["grpo", "baseline"], {}, { start: { stage: "sft" } }),
      ...[0.5, 0.05, 0.005].map((weight) =>
        trained(
          `weight-${String(weight).slice(2)}`,
          ["grpo", "baseline"],
          { prm_weight: weight },
          { start: { stage: "sft" }, prm: { stage: "prm" } },
        ),
      ),
      trained(
        "live-groups",
        ["grpo", "baseline"],
        { prm_weight: 0.5, prm_scope: "live" },
        { start: { stage: "sft" }, prm: { stage: "prm" } },
      ),
      trained("undivided", ["grpo", "baseline"], { advantage: "none" }, { start: { stage: "sft" } }),
      trained(
        "undivided-weight-5",
        ["grpo", "baseline"],
        { advantage: "none", prm_weight: 0.5 },
        { start: { stage: "sft" }, prm: { stage: "prm" } },
      ),
    ],
    baseline: "none",
    hides: ["sft", "episodes", "labels", "prm"],
    also: ["group/zero_share_raw", "reward/prm"],
    shows: [...REWARDS, "reward/prm", "group/zero_share_raw"],
    expects: [
      {
        says: "Weight 0.5 lowers RR@5",
        kind: "difference",
        cell: "weight-5",
        metric: "eval/rr_at_5",
        direction: "lower",
      },
      {
        says: "A hundredth of the weight lowers it too",
        kind: "difference",
        cell: "weight-005",
        metric: "eval/rr_at_5",
        direction: "lower",
      },
      {
        says: "Only in groups that rr5 tells apart, it still lowers RR@5",
        kind: "difference",
        cell: "live-groups",
        metric: "eval/rr_at_5",
        direction: "lower",
      },
    ],
  },
  {
    id: "times-1.4",
    title: "A reward times 1.4 is a larger number, not a better policy",
    asks: "The baseline, and the same with positive rewards multiplied by 1.4, on hard problems.",
    reported:
      "asym_clip is best with a mean reward of +54.3 against +38.8 of no_kl: 38.8 times 1.4 is 54.32.",
    stages: [
      trained("baseline", ["grpo", "calm"]),
      trained("times-14", ["grpo", "calm"], { reward_scale_positive: 1.4 }),
    ],
    baseline: "baseline",
    also: ["reward/shaped"],
    shows: ["reward/shaped", ...REWARDS],
    expects: [
      {
        says: "The logged rewards are not ranked, since they are different quantities",
        kind: "refused",
        cell: "times-14",
        metric: "reward/shaped",
      },
      {
        says: "The reward as earned is higher",
        kind: "difference",
        cell: "times-14",
        metric: "reward/raw",
        direction: "higher",
      },
      {
        says: "RR@5 is higher",
        kind: "difference",
        cell: "times-14",
        metric: "eval/rr_at_5",
        direction: "higher",
      },
    ],
  },
  {
    id: "ablations",
    title: "The five ablations, and a twin",
    asks: "GRPO with calm updates on hard problems against one change each; the twin is the baseline from a start moved by 1e-6, so what it differs by is chance.",
    reported:
      "no_kl +11.4, asym_clip +26.9, dynamic +11.6, token_loss +6.5 points of mean reward over the baseline, one run each.",
    stages: [
      trained("baseline", ["grpo", "baseline"], CALM),
      trained("twin", ["grpo", "twin"], CALM),
      trained("no_kl", ["grpo", "no_kl"], CALM),
      trained("asym_clip", ["grpo", "asym_clip"], CALM),
      trained("dynamic", ["grpo", "dynamic"], CALM),
      trained("token_loss", ["grpo", "token_loss"], CALM),
    ],
    baseline: "baseline",
    also: [],
    shows: [...REWARDS, "eval/da"],
    expects: [
      {
        says: "The twin differs from the baseline on RR@5",
        kind: "difference",
        cell: "twin",
        metric: "eval/rr_at_5",
        direction: "higher",
      },
      ...["no_kl", "asym_clip", "dynamic", "token_loss"].map(
        (cell) =>
          ({
            says: `${cell} has a higher RR@5`,
            kind: "difference",
            cell,
            metric: "eval/rr_at_5",
            direction: "higher",
          }) as const,
      ),
    ],
  },
  {
    id: "dynamic-sampling",
    title: "Dynamic sampling, per step and per episode",
    asks: "It draws dead groups again, up to four times. Is it better at the same number of train steps, and at the same number of episodes?",
    stages: [trained("no_kl", ["grpo", "no_kl"], CALM), trained("dynamic", ["grpo", "dynamic"], CALM)],
    baseline: "no_kl",
    primary: "reward/raw",
    also: ["progress/episodes"],
    shows: [...REWARDS, "progress/episodes"],
    expects: [
      {
        says: "Per train step, its reward is higher",
        kind: "difference",
        cell: "dynamic",
        metric: "reward/raw",
        direction: "higher",
      },
      {
        says: "Per episode, its reward is higher",
        kind: "per_episode",
        cell: "dynamic",
        metric: "reward/raw",
        direction: "higher",
      },
    ],
  },
];
