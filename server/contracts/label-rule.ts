import type { LabelReport } from "../../workers/protocol/label-events.ts";

/** A set of rules that gives a label to a step. */
export type LabelRules = LabelReport["rules"];

export const LABEL_RULES_TITLES: Record<LabelRules, string> = {
  reports: "The reports' six rules",
  progress: "Progress",
};

/** The labels of the rule, best first; another value that occurs is put in its place by size. */
export const RULE_LABELS = [1, 0.5, 0.3, 0.2, 0] as const;

/** Most label sets that are shown together. */
export const MOST_SETS = 6;

/** Positions in an episode from here on are counted together. */
export const LAST_POSITION = 10;
