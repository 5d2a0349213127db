import type { DotPoint } from "#server/plot/series.ts";
import type { LeadShare } from "#server/contracts/rollouts/stage-of-run.ts";
import type { EvaluationSummary } from "#server/contracts/evaluation-summary.ts";
import { countOf, writeN } from "#server/wording/counts.ts";
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

const mean = (e: EvaluationSummary, value: number | null, n: number): DotPoint | null =>
  value === null ? null : { x: e.trainStep, value, low: null, high: null, n };

/** What the page of a run draws of its evaluations; programs and bare answers have neither steps nor a diagnosis. */
export const drawnOf = (evaluations: readonly EvaluationSummary[]): readonly EvaluationMetric[] =>
  evaluations.some(({ lead }) => lead.metric === "eval/solved")
    ? OF_PROGRAMS
    : evaluations.length > 0 && evaluations.every(({ answers }) => answers)
      ? OF_ANSWERS
      : OF_REPAIRS;

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

const OF_ANSWERS: readonly EvaluationMetric[] = [
  {
    metric: "eval/answers",
    title: "Solved",
    unit: "%",
    kind: "share",
    note: "outcomes as the client sent them, problem by problem; Wilson 95 %",
    point: (e) => (e.rr === null ? null : rate(e, e.rr)),
  },
];

const OF_PROGRAMS: readonly EvaluationMetric[] = [
  {
    metric: "eval/solved",
    title: "Held-out solved",
    unit: "%",
    kind: "share",
    note: "right in all hidden cases; 95 % by whole families where there are ten, Wilson where there is one",
    point: (e) => rate(e, e.lead),
  },
  {
    metric: "eval/passed_share",
    title: "Cases passed",
    unit: "%",
    kind: "share",
    note: "share of the hidden cases, mean over problems",
    point: (e) => mean(e, e.passed, e.n),
  },
];

const OF_REPAIRS: readonly EvaluationMetric[] = [
  {
    metric: "eval/rr_at_5",
    title: "Held-out RR@5",
    unit: "%",
    kind: "share",
    note: "solved at step 5 or earlier; Wilson 95 %",
    point: (e) => rate(e, e.lead),
  },
  {
    metric: "eval/da",
    title: "DA",
    unit: "%",
    kind: "share",
    note: "da.root, mean over problems",
    point: (e) => mean(e, e.da, e.daN),
  },
  {
    metric: "eval/steps",
    title: "Steps",
    unit: "steps",
    kind: "number",
    note: "mean over all episodes",
    point: (e) => mean(e, e.steps, e.n),
  },
];
