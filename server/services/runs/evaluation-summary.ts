import { kindOfTotals } from "#db/queries/evaluation-metrics.ts";
import type { EvaluationTotals } from "#db/queries/evaluations.ts";
import {
  type EvaluationMetricName,
  isInFamilies,
  isShareOfProblems,
  KIND_OF_STEPS,
  leadOf,
  metricsOfKind,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import type { Way } from "../../contracts/on-record.ts";
import type { LeadShare } from "../../contracts/rollouts/stage-of-run.ts";
import type { EvaluationChart, EvaluationSummary } from "../../contracts/evaluation-summary.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import { METRIC_NOTES, RUN_CHARTS } from "../../../packs/notes.ts";
import { writeDecoding } from "../../wording/decoding.ts";
import { heldOut } from "../../wording/typography.ts";
import { shareOfProblems } from "./lead-share.ts";

/** An evaluation as the page of its run lists it. */
export function summariseEvaluation(
  totals: EvaluationTotals,
  { problems }: Way,
  lead: LeadShare,
): EvaluationSummary {
  const { evaluation: e, n, metrics } = totals;
  const kind = kindOfTotals(totals);
  const shareOf = (metric: EvaluationMetricName) =>
    metrics[metric].n > 0 ? shareOfProblems(metrics[metric].sum, metrics[metric].n) : null;
  return {
    id: e.id,
    trainStep: e.trainStep,
    final: e.final,
    at: e.at,
    n,
    problems: problems.key,
    population: totals.population,
    protocolHash: e.protocolHash,
    decoding: writeDecoding(e.protocol),
    policies: totals.policies,
    lead,
    kind,
    values: Object.fromEntries(
      metricsOfKind(kind).map((name) => {
        const { value, n: of } = metrics[name];
        return [name, { value, n: of, share: isShareOfProblems(name) ? shareOf(name) : null }];
      }),
    ),
    answers: kind === "answers",
    rr: shareOf("eval/rr"),
    clean: shareOf("eval/clean"),
    da: metrics["eval/da"].value,
    daN: metrics["eval/da"].n,
    op: metrics["eval/op"].value,
    opN: metrics["eval/op"].n,
    steps: metrics["eval/steps"].value,
    passed: metrics["eval/passed_share"].value,
    passAt1: metrics["eval/pass_at_1"].value,
    passAt8: metrics["eval/pass_at_8"].value,
    unconfirmed: totals.unconfirmed,
  };
}

/** The kind that the evaluations of a run are read as: what comes in families before what takes steps before answers. */
const kindOf = (evaluations: readonly EvaluationSummary[]): string =>
  (
    evaluations.find(({ kind }) => isInFamilies(kind)) ??
    evaluations.find(({ answers }) => !answers) ??
    evaluations.at(0)
  )?.kind ?? KIND_OF_STEPS.id;

/** What the page of a run draws of its evaluations. */
export function evaluationCharts(evaluations: readonly EvaluationSummary[]): EvaluationChart[] {
  const kind = kindOf(evaluations);
  return (RUN_CHARTS[kind] ?? [leadOf(kind)]).map((metric) => {
    const { title, unit, definition } = metricInfo(metric);
    return {
      metric,
      title: metric === leadOf(kind) && kind !== "answers" ? heldOut(title) : title,
      unit: unit === "share" ? "%" : unit,
      kind: unit === "share" ? "share" : "number",
      note: METRIC_NOTES[metric] ?? definition,
    };
  });
}
