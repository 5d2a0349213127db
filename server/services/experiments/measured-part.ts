import { isEvaluationMetric } from "../../../workers/protocol/metric-kinds.ts";
import { selectMeasuredParts, type MeasuredPart } from "#db/queries/measured-parts.ts";
import { PART_WORDS } from "../../contracts/compare-words.ts";
import type { ServiceContext } from "../context.ts";
import { definitionOf, type SeedFacts } from "./cell-values.ts";

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
export function definitionOn(metric: string, part: MeasuredPart | null): string {
  const definition = definitionOf(metric);
  return part === null || !isEvaluationMetric(metric)
    ? definition
    : `${definition}, on ${PART_WORDS[part]} problems`;
}
