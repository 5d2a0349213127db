import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { BaselineFold, BASELINE_VALUES } from "../baseline.ts";
import { needs } from "../first-of.ts";
import { objection } from "../../rule.ts";
import { rewardCourse, rewardDirection, REWARDS, rewardTrend } from "../reward-trend.ts";
import type { RunRule } from "../run-rule.ts";
import { ENTROPY } from "./entropy.ts";

const SPAN = 10;
const LEFT = 0.2;

const info: RunRule["info"] = {
  id: "D07",
  name: "Entropy collapse",
  family: "run health",
  formula: `exponentially weighted mean (span ${SPAN} steps) of the policy's entropy over the median of its first ${BASELINE_VALUES} values, beside the trend of the training reward`,
  threshold: `at or below ${LEFT}, 3 steps in a row, still so at the last: info while the reward rises, warning where it does not, error where it falls`,
  gate: "silent where the reward is not logged or has too few values for a trend",
  source:
    "arXiv 2505.22617 (reward is bought with entropy, R = -a e^H + b; 73 % of it goes in the first 200 steps); the limit is Ablab's own",
  why: "A policy without entropy samples the same answer again and again: its groups agree, and nothing new is tried.",
  action:
    "Raise the upper clip (0.28), the temperature or an entropy bonus, or stop at an earlier checkpoint.",
  brief: "entropy collapse",
};

export const entropyCollapse: RunRule = {
  info,
  reads: [ENTROPY, ...REWARDS],
  lacks: needs(["entropy", [ENTROPY]], ["reward", REWARDS]),
  plans({ series }) {
    const over = series.get(ENTROPY);
    if (!over) return [];
    const begin = () => new BaselineFold(SPAN, LEFT, "below");
    return [{ key: ENTROPY, over, begin }, ...rewardTrend(series)];
  },
  check({ series }, folds) {
    const found = series.get(ENTROPY);
    const fold = folds.of(BaselineFold, ENTROPY);
    const from = fold?.heldSince() ?? null;
    const direction = rewardDirection(folds);
    if (!found || !fold || from === null || direction === null) return [];
    const severity = { rises: "info", flat: "warning", falls: "error" } as const;
    const [now, first] = [fold.level.now ?? NaN, fold.baseline ?? NaN];
    const course = {
      rises: "while the reward rises",
      flat: "while the reward does not rise",
      falls: "while the reward falls",
    };
    return [
      objection(info, severity[direction], {
        metric: found.metric,
        claim: {
          before: "Entropy is down to ",
          value: now / first,
          kind: "share",
          after: ` of where it began, ${course[direction]}.`,
        },
        evidence: `${writeNumber(now)} nats since step ${writeWhole(from)}, smoothed over ${SPAN} steps; it began at ${writeNumber(first)}.${rewardCourse(folds)}`,
        span: { from, to: fold.lastX },
      }),
    ];
  },
};
