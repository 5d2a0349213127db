import type { DotPoint } from "#server/plot/series.ts";
import type { LeadShare } from "#server/contracts/rollouts/stage-of-run.ts";
import type { EvaluationChart, EvaluationSummary } from "#server/contracts/evaluation-summary.ts";
import { countOf, writeN } from "#server/wording/counts.ts";
import { fitsSearch } from "#components/panels/layout/find-panels.ts";

/** Title of the section. */
export const EVALUATION = "Evaluation";

/** Whether the section of evaluations holds what the panels of its page are searched for, by the rule that finds panels. */
export function isEvaluationFound(search: string, charts: readonly EvaluationChart[]): boolean {
  return charts.some(({ title, metric }) => fitsSearch(search, [title, metric, EVALUATION]));
}

type DrawnChart = EvaluationChart & { point: (e: EvaluationSummary) => DotPoint | null };

const rate = (e: EvaluationSummary, share: Omit<LeadShare, "metric" | "families">): DotPoint => ({
  x: e.trainStep,
  value: share.hits / share.n,
  low: share.low,
  high: share.high,
  n: share.n,
  count: share.hits,
});

/** The lead has its own interval, of families where there are some; the others are means. */
function pointOf(e: EvaluationSummary, metric: string): DotPoint | null {
  if (metric === e.lead.metric) return rate(e, e.lead);
  const { value, n } = e.values[metric] ?? { value: null, n: 0 };
  return value === null ? null : { x: e.trainStep, value, low: null, high: null, n };
}

/** The charts of a run's evaluations, each with the point of an evaluation. */
export const drawnOf = (charts: readonly EvaluationChart[]): readonly DrawnChart[] =>
  charts.map((chart) => ({ ...chart, point: (e) => pointOf(e, chart.metric) }));

/** Charts that would be a line at 0, or have no point; the first, which leads, is always drawn. */
export const flatOf = (
  drawn: readonly DrawnChart[],
  evaluations: readonly EvaluationSummary[],
): { key: string; title: string; says: string }[] =>
  drawn.slice(1).flatMap(({ metric, title, point }) => {
    const points = evaluations.map(point).filter((one) => one !== null);
    if (evaluations.length === 0 || points.some(({ value }) => value !== 0)) return [];
    const [{ n } = { n: 0 }] = points;
    const says =
      points.length === 0 ? "not measured" : `0, ${countOf(points.length, "evaluation")}, ${writeN(n)}`;
    return [{ key: metric, title, says }];
  });
