import { objection, type CellRule, type RuleInfo } from "./rule.ts";

const info: RuleInfo = {
  id: "C08",
  name: "Different start",
  family: "comparability",
  formula: "sha256 of the weights every run started from",
  threshold: "more than one value among the configuration and the baseline",
  source: "a comparison of training methods is one only from the same start",
  why: "A difference at the end can be a difference at the start.",
  action: "Give both the same SFT parameters and the same sft_seed.",
};

export const startDiffers: CellRule = {
  info,
  check(cell, baseline, { metric }) {
    const starts = new Set([...cell.startWeights, ...baseline.startWeights]);
    if (starts.size <= 1) return [];
    return [
      objection(info, "caution", {
        metric,
        claim: `${cell.config} and ${baseline.config} did not start from the same weights.`,
        evidence: `Start weights: ${[...starts].map((hash) => hash.slice(0, 8)).join(", ")}.`,
        a: cell.config,
        b: baseline.config,
      }),
    ];
  },
};
