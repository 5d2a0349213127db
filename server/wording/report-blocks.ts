import type { QueryKind } from "../contracts/reports/report-query.ts";

/** What each kind of query is called where it is written, and what it shows. */
export const REPORT_BLOCKS: Record<QueryKind, { name: string; shows: string }> = {
  number: { name: "Number", shows: "A value with its interval and n" },
  "metric-chart": { name: "Curves", shows: "A metric along training, with seed bands" },
  "ablation-table": { name: "Ablation table", shows: "Configurations, values and differences" },
  findings: { name: "Findings", shows: "What differs and what objects, in sentences" },
  "reward-variance": { name: "Reward variance", shows: "Where the gradient comes from" },
  "prm-distribution": { name: "Step labels", shows: "Shares of labels and their expected bands" },
  comparison: { name: "Comparison", shows: "Two evaluations, problem by problem" },
  "before-after": { name: "Before and after", shows: "Trained policies against their start, by metric" },
  audit: { name: "Verifier audit", shows: "Errors of a verifier, success without them" },
  rollout: { name: "Completions", shows: "Texts of one group, with their rewards" },
};
