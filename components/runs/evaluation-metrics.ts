import type { DotPoint } from "#server/plot/series.ts";
import type { LeadShare } from "#server/contracts/rollouts/stage-of-run.ts";
import type { EvaluationSummary } from "#server/contracts/evaluation-summary.ts";
import { countOf, writeN } from "#server/wording/counts.ts";
import {
  chartsOf,
  isInFamilies,
  KIND_OF_STEPS,
  leadOf,
  metricInfo,
  overProblemsOf,
} from "#server/contracts/metrics.ts";
import { fitsSearch } from "#components/panels/layout/find-panels.ts";

/** Title of the section. */
export const EVALUATION = "Evaluation";

/** Whether the section of evaluations holds what the panels of its page are searched for, by the rule that finds panels. */
export function isEvaluationFound(search: string, evaluations: readonly EvaluationSummary[]): boolean {
  return drawnOf(evaluations).some(({ title, metric }) => fitsSearch(search, [title, metric, EVALUATION]));
}

interface EvaluationMetric {
  metric: string;
  title: string;
  unit: string;
  kind: "share" | "number";
  note: string;
  point: (e: EvaluationSummary) => DotPoint | null;
}

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

/** Of no evaluation yet: what this bench's own runs are measured on, which take steps. */
export const kindOf = (evaluations: readonly EvaluationSummary[]): string =>
  (
    evaluations.find(({ kind }) => isInFamilies(kind)) ??
    evaluations.find(({ answers }) => !answers) ??
    evaluations[0]
  )?.kind ?? KIND_OF_STEPS.id;

/** What the page of a run draws of its evaluations. */
export function drawnOf(evaluations: readonly EvaluationSummary[]): readonly EvaluationMetric[] {
  const kind = kindOf(evaluations);
  return chartsOf(kind).map((metric) => {
    const { title, unit, definition } = metricInfo(metric);
    return {
      metric,
      title: metric === leadOf(kind) && kind !== "answers" ? heldOut(title) : title,
      unit: unit === "share" ? "%" : unit,
      kind: unit === "share" ? "share" : "number",
      note: overProblemsOf(metric).note ?? definition,
      point: (e) => pointOf(e, metric),
    };
  });
}

/** "Held-out solved". */
export const heldOut = (title: string): string => `Held-out ${title === "Solved" ? "solved" : title}`;

/** Charts that would be a line at 0, or have no point; the first, which leads, is always drawn. */
export const flatOf = (
  drawn: readonly EvaluationMetric[],
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
