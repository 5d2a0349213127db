import type { Question } from "../question.ts";
import { CALM, differs, once, RESULTS, trained } from "./stages.ts";

/** Controls of a process reward: no other pay, a score that grows with the episode, a model that knows nothing. */
const PAID_BY_SCORE = { alone: { reward: "none" }, sum: { prm_use: "sum" }, untrained: {} };

/** What is paid for, and what only looks like pay. */
export const OF_REWARDS: readonly Question[] = [
  {
    id: "process-reward",
    title: "What a process reward does to rr5",
    asks: "One reward model, trained on labels by the reports' six rules, in the reward of GRPO on hard problems.",
    stages: [
      once("sft", ["sft", "start"]),
      once("episodes", ["evaluate", "for_labels"], {}, { policy: { stage: "sft" } }),
      once("labels", ["prm-labels", "rules"], {}, { episodes: { stage: "episodes" } }),
      once("prm", ["prm-train", "default"], {}, { labels: { stage: "labels" } }),
      once("untrained-prm", ["prm-train", "untrained"], {}, { labels: { stage: "labels" } }),
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
      ...(["alone", "sum", "untrained"] as const).map((name) =>
        trained(
          name,
          ["grpo", "baseline"],
          { prm_weight: 0.5, ...PAID_BY_SCORE[name] },
          { start: { stage: "sft" }, prm: { stage: name === "untrained" ? "untrained-prm" : "prm" } },
        ),
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
    hides: ["sft", "episodes", "labels", "prm", "untrained-prm"],
    also: ["group/zero_share_raw", "reward/prm"],
    shows: [...RESULTS, "reward/prm", "group/zero_share_raw"],
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
        says: "The score alone, without rr5, lowers RR@5",
        kind: "difference",
        cell: "alone",
        metric: "eval/rr_at_5",
        direction: "lower",
      },
      {
        says: "The sum of the scores in place of their mean lowers it",
        kind: "difference",
        cell: "sum",
        metric: "eval/rr_at_5",
        direction: "lower",
      },
      {
        says: "A model that was not trained lowers it too",
        kind: "difference",
        cell: "untrained",
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
      trained("baseline", ["grpo", "baseline"], CALM),
      trained("times-14", ["grpo", "baseline"], { ...CALM, reward_scale_positive: 1.4 }),
    ],
    baseline: "baseline",
    also: ["reward/shaped"],
    shows: ["reward/shaped", ...RESULTS],
    expects: [
      {
        says: "The logged rewards are not ranked, since they are different quantities",
        kind: "refused",
        cell: "times-14",
        metric: "reward/shaped",
      },
      differs("times-14", "reward/raw", "higher", "The reward as earned is higher"),
      differs("times-14", "eval/rr_at_5", "higher", "RR@5 is higher"),
    ],
  },
  {
    id: "noise-only",
    title: "Training on noise alone",
    asks: "The reports' DGRO run: no completion could be read, so every reward was the same but for uniform noise, and every group had a spread.",
    reported:
      "450 updates with mean reward −49.99 and std 1.1516, called maintained variance; U(−2, 2) alone has 1.1547.",
    stages: [trained("start", ["grpo", "sft_start"]), trained("noise", ["dgro", "noise_only"])],
    baseline: "start",
    also: ["group/zero_share", "group/zero_share_raw"],
    shows: ["group/zero_share", "group/zero_share_raw", "eval/rr_at_5", "eval/clean"],
    expects: [
      {
        says: "Almost no group is dead for the loss",
        kind: "level",
        cell: "noise",
        metric: "group/zero_share",
        direction: "lower",
        than: 0.01,
      },
      {
        says: "while the verifier tells hardly any group apart",
        kind: "level",
        cell: "noise",
        metric: "group/zero_share_raw",
        direction: "higher",
        than: 0.99,
      },
      {
        says: "RR@5 rises",
        kind: "level",
        cell: "noise",
        metric: "eval/rr_at_5",
        direction: "higher",
        than: { cell: "start" },
      },
    ],
  },
];
