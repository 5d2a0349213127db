import { writeNumber, writeWhole } from "../../wording/numbers.ts";
import { objection } from "../rule.ts";
import { needs } from "./first-of.ts";
import { rewardOf, REWARDS, rewardTrend, rewardTrendIn } from "./reward-trend.ts";
import type { RunRule } from "./run-rule.ts";

const FEWEST_STEPS = 150;
const SOLVED = ["group/all_solved_share_raw", "group/all_solved_share"];
/** From this share of solved groups on there is little left to learn. */
const SATURATED = 0.5;

const info: RunRule["info"] = {
  id: "D22",
  name: "No learning",
  family: "run health",
  formula:
    "Mann-Kendall test, one-sided at 5 % each way, on means of neighboring values of the training reward (at most 64 of them)",
  threshold: `over at least ${FEWEST_STEPS} train steps: warning where it falls, info where it does not rise; never where most groups are solved`,
  gate: "silent before 150 train steps, and where most groups are solved",
  source: "Kendall 1938, Biometrika 30, 81; 150 to 300 steps are what guides of trainers ask to wait for",
  why: "A policy that learns earns more of the reward it is trained on. Where the reward does not rise, evaluations that look better are more likely luck.",
  action:
    "Look at truncation, dead groups and the parts of the reward first; then at the learning rate, the group size and the problems.",
  brief: "no learning",
};

export const noLearning: RunRule = {
  info,
  reads: [...REWARDS, ...SOLVED],
  lacks: needs(["reward", REWARDS]),
  plans: ({ series }) => rewardTrend(series),
  check({ series }, folds) {
    const found = rewardOf(series);
    const fold = rewardTrendIn(folds);
    if (!found || !fold || fold.lastX - fold.firstX < FEWEST_STEPS) return [];
    if (SOLVED.some((name) => (series.get(name)?.lastValue ?? 0) >= SATURATED)) return [];
    const direction = fold.direction();
    const thirds = fold.thirds();
    if (direction === null || direction === "rises" || thirds === null) return [];
    const [first, last] = thirds;
    const falls = direction === "falls";
    return [
      objection(info, falls ? "warning" : "info", {
        metric: found.metric,
        claim: falls
          ? `${found.metric} falls while it is trained for.`
          : `${found.metric} does not rise while it is trained for.`,
        evidence: `From ${writeNumber(first)} in the first third of the training to ${writeNumber(last)} in the last, steps ${writeWhole(fold.firstX)} to ${writeWhole(fold.lastX)}.`,
        span: { from: fold.firstX, to: fold.lastX },
      }),
    ];
  },
};
