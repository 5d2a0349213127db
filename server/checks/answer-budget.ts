import type { Finding } from "../contracts/finding.ts";
import { writeCount } from "../wording/counts.ts";
import { writeNumber } from "../wording/numbers.ts";
import { objection, type RuleInfo } from "./rule.ts";

const RATIO = 1.1;

export const answerBudget: RuleInfo = {
  id: "C14",
  name: "Different answer length",
  family: "comparability",
  formula:
    "ratio of the mean tokens of an answer to the baseline's, over the last train steps; of the evaluations where their length was logged, else of training",
  threshold: `outside 1/${RATIO} to ${RATIO}`,
  source: "accuracy rises with the tokens that a model may spend on an answer, whatever it was trained by",
  why: "A policy that writes longer answers spends more at test time. Part of a difference in accuracy can be that budget.",
  action: "Compare at one limit of tokens, or give the tokens beside the accuracy.",
};

interface Answering {
  config: string;
  /** Mean tokens of an answer; null where they were not logged. */
  answerTokens: number | null;
}

/** Warns where answers of one configuration are longer than those of the other. */
export function answersDiffer(own: Answering, base: Answering, metric: string): Finding[] {
  if (!own.answerTokens || !base.answerTokens) return [];
  const ratio = own.answerTokens / base.answerTokens;
  if (ratio <= RATIO && ratio >= 1 / RATIO) return [];
  return [
    objection(answerBudget, "warning", {
      metric,
      claim: `Answers of ${own.config} have ${writeNumber(ratio)} times the tokens of those of ${base.config}.`,
      evidence: `${writeCount(own.answerTokens)} against ${writeCount(base.answerTokens)} tokens per answer, mean over seeds.`,
      a: own.config,
      b: base.config,
    }),
  ];
}
