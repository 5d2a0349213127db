import { type MeasuredPart, selectMeasuredParts } from "#db/queries/evaluations.ts";
import type { DiagnosisChoice } from "../../../packs/repair/diagnosis.ts";
import { isEvaluationMetric } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import { PART_WORDS } from "../../contracts/compare/compare-words.ts";
import type { AblationRow, Difference, Estimate } from "../../contracts/experiment.ts";
import { collapsed, collapseRuleOf, minToMax } from "../../stats/claims/at-the-boundary.ts";
import { meanOfMetric } from "../../stats/within-possible.ts";
import { collapsedWords, minToMaxWords } from "../../wording/claims.ts";
import { collapseTexts } from "../../wording/verdicts/skew.ts";
import type { ServiceContext } from "../context.ts";
import { definitionOf, possibleOf, type SeedFacts } from "./cell-values.ts";

/** Part of the problems that each evaluation behind some seeds measured, by evaluation id. */
export function measuredParts(ctx: ServiceContext, seeds: SeedFacts[]): Map<string, MeasuredPart> {
  return selectMeasuredParts(
    ctx.db,
    seeds.flatMap((s) => s.evaluation?.evaluation.id ?? []),
  );
}

/** The part that all evaluations behind these seeds measured; null where they differ, one is not known, or there is none. */
export function partOf(seeds: SeedFacts[], parts: Map<string, MeasuredPart>): MeasuredPart | null {
  const found = new Set(
    seeds.flatMap((s) => (s.evaluation ? [parts.get(s.evaluation.evaluation.id) ?? null] : [])),
  );
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

/** The definition of a metric with the part of the problems it was measured on, where that is known. */
export function definitionOn(
  metric: string,
  part: MeasuredPart | null,
  choice: DiagnosisChoice,
  seeds: readonly SeedFacts[],
): string {
  const [axis = null] = seeds.flatMap((one) => one.axisOf(metric) ?? []);
  const definition = definitionOf(metric, choice, axis);
  return part === null || !isEvaluationMetric(metric)
    ? definition
    : `${definition}, on ${PART_WORDS[part]} problems`;
}

/** What the seeds of a share show near 0 and 100 %, where an interval of the mean is not honest if single runs collapse. */
function shareOverSeeds(values: number[], metric: string): string[] {
  const rule = collapseRuleOf(metricInfo(metric));
  const { low, high, holdsMedian, n } = minToMax(values);
  if (rule === null || low === null || high === null || holdsMedian === null) return [];
  const fallen = collapsed(values, rule);
  return [
    minToMaxWords(low, high, holdsMedian, n),
    ...(fallen ? [collapsedWords(fallen, rule.distance)] : []),
  ];
}

/** The mean of a metric over the seeds of a row, with its interval, and beside it which runs its claim is about. */
export function estimateOf(
  seeds: SeedFacts[],
  metric: string,
  part: AblationRow["part"],
  choice: DiagnosisChoice,
  { collapse }: Pick<Difference, "collapse"> = {},
): Estimate {
  const values = seeds.map((s) => s.value(metric)).filter((v) => v !== null);
  const { value, low, high, n, method } = meanOfMetric(metric, values, possibleOf(metric, seeds));
  const seedsShow = [
    ...shareOverSeeds(values, metric),
    ...collapseTexts(collapse ? [collapse] : []).map((text) => `Claimed ${text}`),
  ];
  return {
    value,
    low,
    high,
    n,
    unit: "seed",
    method,
    definition: definitionOn(metric, part, choice, seeds),
    ...(seedsShow.length > 0 && { seedsShow: seedsShow.join(". ") }),
  };
}
