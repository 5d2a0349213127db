import { writeCount } from "../wording/counts.ts";
import { writeNumber } from "../wording/numbers.ts";
import { objection, type CellRule, type RuleInfo } from "./rule.ts";

const RATIO = 1.1;

const info: RuleInfo = {
  id: "C06",
  name: "Different rollout budget",
  family: "comparability",
  formula: "ratio of the drawn training episodes to the baseline's",
  threshold: `outside 1/${RATIO} to ${RATIO}`,
  source:
    "dynamic sampling draws two to four times the rollouts of the same number of steps (arXiv 2503.14476)",
  why: "A gain per train step can be a loss per rollout. Both axes are real; only the reader knows which one is paid for.",
  action: "Look at the curves over train episodes as well.",
};

export const rolloutsDiffer: CellRule = {
  info,
  check(cell, baseline, { metric }) {
    if (
      cell.episodes === null ||
      baseline.episodes === null ||
      baseline.episodes === 0 ||
      cell.episodes === 0
    )
      return [];
    const ratio = cell.episodes / baseline.episodes;
    if (ratio <= RATIO && ratio >= 1 / RATIO) return [];
    return [
      objection(info, "note", {
        metric,
        claim: `${cell.config} drew ${writeNumber(ratio)} times the training episodes of ${baseline.config}.`,
        evidence: `${writeCount(cell.episodes)} against ${writeCount(baseline.episodes)} per run, mean over seeds.`,
        a: cell.config,
        b: baseline.config,
      }),
    ];
  },
};
