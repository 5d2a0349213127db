import { objection, type CellRule, type RuleInfo } from "./rule.ts";

const info: RuleInfo = {
  id: "C04",
  name: "Different definition",
  family: "comparability",
  formula: "definition id of the metric equals the baseline's",
  threshold: "any difference",
  source:
    "three diagnosis accuracies with one name are in use: set recall, recall with duplicates, and Jaccard",
  why: "One name for two quantities makes a difference out of a definition.",
  action: "Recompute one of them from its episodes with the other's definition.",
};

export const definitionDiffers: CellRule = {
  info,
  check(cell, baseline, { metric }) {
    if (cell.definition === baseline.definition) return [];
    return [
      objection(info, "objection", {
        metric,
        claim: `${metric} is defined differently in ${cell.config} and ${baseline.config}.`,
        evidence: `${cell.config}: ${cell.definition}. ${baseline.config}: ${baseline.definition}.`,
        a: cell.config,
        b: baseline.config,
      }),
    ];
  },
};
