import { writeNumber, writeWhole } from "../../../wording/numbers.ts";
import { objection } from "../../rule.ts";
import { rewardCourse } from "../reward-trend.ts";
import type { RunRule } from "../run-rule.ts";
import { ENTROPY_FORMULA, entropyIn, SPAN, watchesEntropy } from "./entropy.ts";

const LEFT = 0.2;

const info: RunRule["info"] = {
  id: "D07",
  name: "Entropy collapse",
  family: "run health",
  formula: ENTROPY_FORMULA,
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
  ...watchesEntropy(LEFT, "below"),
  check({ series }, folds) {
    const entropy = entropyIn(series, folds);
    if (!entropy) return [];
    const { found, from, to, now, first, direction } = entropy;
    const severity = { rises: "info", flat: "warning", falls: "error" } as const;
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
        span: { from, to },
      }),
    ];
  },
};
