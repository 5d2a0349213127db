import type { Question } from "../question.ts";
import { CALM, differs, RESULTS, trained } from "./stages.ts";

const RR = "eval/rr_at_5";
const REWARD = "reward/raw";
/** That each has a higher RR@5 than the baseline. */
const solveMore = (cells: readonly string[]) =>
  cells.map((cell) => differs(cell, RR, "higher", `${cell} has a higher RR@5`));

/** One change of the method at a time. */
export const OF_METHODS: readonly Question[] = [
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
    shows: [...RESULTS, "eval/da"],
    expects: [
      differs("twin", RR, "either", "The twin differs from the baseline on RR@5"),
      ...solveMore(["no_kl", "asym_clip", "dynamic", "token_loss"]),
    ],
  },
  {
    id: "dynamic-sampling",
    title: "Dynamic sampling, per step and per episode",
    asks: "It draws dead groups again, up to four times. Is it better at the same number of train steps, and at the same number of episodes?",
    stages: [trained("no_kl", ["grpo", "no_kl"], CALM), trained("dynamic", ["grpo", "dynamic"], CALM)],
    baseline: "no_kl",
    primary: REWARD,
    also: ["progress/episodes"],
    shows: [...RESULTS, "progress/episodes"],
    expects: [
      differs("dynamic", REWARD, "higher", "Per train step, its reward is higher"),
      {
        ...differs("dynamic", REWARD, "higher", "Per episode, its reward is higher"),
        kind: "per_episode",
        direction: "higher",
      },
    ],
  },
  {
    id: "ablations-as-coded",
    title: "The five ablations as they were coded",
    asks: "The same five with the settings that the reports' code really had: positive rewards times 1.4 in place of another clip, a filter that never fires, a gradient clip of 0.5.",
    stages: ["coded_baseline", "coded_no_kl", "coded_asym_clip", "coded_dynamic", "coded_token_loss"].map(
      (preset) => trained(preset, ["grpo", preset]),
    ),
    baseline: "coded_baseline",
    also: ["reward/shaped"],
    shows: ["reward/shaped", ...RESULTS],
    expects: [
      {
        says: "The logged reward of coded_asym_clip is not ranked",
        kind: "refused",
        cell: "coded_asym_clip",
        metric: "reward/shaped",
      },
      ...solveMore(["coded_no_kl", "coded_asym_clip", "coded_dynamic", "coded_token_loss"]),
    ],
  },
];
