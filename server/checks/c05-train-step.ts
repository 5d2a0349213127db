import { writeWhole } from "../wording/numbers.ts";
import { objection, type CellRule, type RuleInfo } from "./rule.ts";

const info: RuleInfo = {
  id: "C05",
  name: "Different final step",
  family: "comparability",
  formula: "the final train step of every counted run equals the baseline's",
  threshold: "any difference",
  source: "a policy compared earlier in its training is compared with a younger one",
  why: "Runs that stopped at different steps differ by training time as well as by what was varied.",
  action: "Train both to the same step, or read the curves at a step that both have.",
};

const words = (steps: number[]) =>
  [...new Set(steps)]
    .toSorted((a, b) => a - b)
    .map(writeWhole)
    .join(", ");

export const trainStepDiffers: CellRule = {
  info,
  check(cell, baseline, { metric }) {
    if (cell.trainSteps.length === 0 || baseline.trainSteps.length === 0) return [];
    if (new Set([...cell.trainSteps, ...baseline.trainSteps]).size === 1) return [];
    return [
      objection(info, "objection", {
        metric,
        claim: `${cell.config} and ${baseline.config} ended at different train steps.`,
        evidence: `${cell.config}: step ${words(cell.trainSteps)}. ${baseline.config}: step ${words(baseline.trainSteps)}.`,
        a: cell.config,
        b: baseline.config,
      }),
    ];
  },
};
