import { fitsSearch } from "#components/panels/layout/fits-search.ts";
import { EVALUATION_METRICS } from "./evaluation-metrics.ts";

/** Title of the section. */
export const EVALUATION = "Evaluation";

/** Whether the section of evaluations holds what the panels of its page are searched for, by the rule that finds panels. */
export function isEvaluationFound(search: string): boolean {
  return EVALUATION_METRICS.some(({ title, metric }) => fitsSearch(search, [title, metric, EVALUATION]));
}
