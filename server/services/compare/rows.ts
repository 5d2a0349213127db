import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import { MEASURED_DA } from "../../../packs/repair/diagnosis.ts";
import {
  type EvaluationMetricName,
  isInFamilies,
  KIND_OF_STEPS,
  leadOf,
  metricsOfKind,
  overProblemsOf,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { SHORT_EPISODE } from "../../../workers/protocol/metrics/problem-columns.ts";
import type { CompareRow, IntervalWay, SideDifference, SideValue } from "../../contracts/compare/compare.ts";
import { meanFromMoments, type Moments } from "../../stats/moments.ts";
import { differenceWithin, withinPossible } from "../../stats/within-possible.ts";
import { pairedWithin, solvedWithin } from "../../stats/problems/outcome-counts.ts";
import type { Estimate } from "../../stats/estimate.ts";
import { diagnosisTitle } from "../../../packs/repair/wording/diagnosis.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import {
  estimateOfMetric,
  estimateOfProblems,
  estimateOfShares,
  FEWEST_FOR_T,
  intervalOf,
} from "../evaluations/metric-registry.ts";
import { kindOfSides } from "./by-step.ts";
import {
  type Family,
  familyDifference,
  meanDifference,
  noDifference,
  shareDifference,
} from "./difference.ts";
import type { ProgramValues } from "#db/queries/compare.ts";
import { RERANKED } from "../../../packs/repair/services/reranked.ts";
import type { PairMeasure, SideMeasure } from "./measure.ts";

interface Metric {
  id: string;
  /** What the rules are asked about. */
  metric: EvaluationMetricName;
  title: string;
  unit: "share" | "steps";
  better: "higher" | "lower";
  definition: string;
  value(side: SideMeasure): SideValue;
  difference(pair: PairMeasure, family: Family): SideDifference;
}

export function shareValue(hits: number, n: number, definition: string): SideValue {
  const { value, low, high, method } = wilson(hits, n);
  return { value, low, high, n, unit: "problem", method, definition, hits, by: "wilson" };
}

export const estimateValue = (
  { value, low, high, n, method }: Estimate,
  definition: string,
  by: IntervalWay,
): SideValue => ({
  value,
  low,
  high,
  n,
  unit: "problem",
  method,
  definition,
  hits: null,
  by,
});

function within(k: number | null): Metric {
  const definition =
    k === null
      ? metricInfo("eval/rr").definition
      : `share of problems solved at step ${k} or earlier, over all n problems; every action counts as a step`;
  return {
    id: k === null ? "rr" : `rr_at_${k}`,
    metric: "eval/rr",
    title: k === null ? "RR" : `RR@${k}`,
    unit: "share",
    better: "higher",
    definition,
    value: (side) => shareValue(solvedWithin(side.outcomes, k), side.n, definition),
    difference: (pair, family) => {
      const table = pairedWithin(pair.outcomes, k);
      const n = table.both + table.onlyA + table.onlyB + table.neither;
      return shareDifference({ ...table, n }, family);
    },
  };
}

/** What a difference of a metric says besides its definition. */
const DIFFERENCE_NOTES: Partial<Record<EvaluationMetricName, string>> = {
  "eval/op": "; the difference is over problems that both solved",
  "eval/da": "; as the trainer measured it",
};

/** A metric with a value between 0 and 1, or a number of steps, for each problem that defines it. */
function mean(metric: EvaluationMetricName): Metric {
  const { title, unit, better, definition: says } = metricInfo(metric);
  const definition = says + (DIFFERENCE_NOTES[metric] ?? "");
  const column = overProblemsOf(metric).value;
  const momentsOf = (one: SideMeasure | PairMeasure) => (column === "steps" ? one.steps : one.of[metric]);
  return {
    id: metric === "eval/da" ? MEASURED_DA.da : column,
    metric,
    title: metric === "eval/da" ? diagnosisTitle(MEASURED_DA) : title,
    unit: unit === "steps" ? "steps" : "share",
    better: better ?? "higher",
    definition,
    value: (side) => {
      const values = column === "steps" ? null : side.values[metric];
      const by = intervalOf(metric, momentsOf(side).n);
      return values === null
        ? estimateValue(withinPossible(metric, meanFromMoments(momentsOf(side))), definition, by)
        : estimateValue(estimateOfProblems(metric, values), definition, by);
    },
    difference: (pair, family) => differenceWithin(metric, meanDifference(momentsOf(pair), family)),
  };
}

/** A share of the problems that define it, as Clean is. */
function shareOf(metric: EvaluationMetricName): Metric {
  const base = mean(metric);
  return {
    ...base,
    value: ({ of }) => shareValue(hitsOf(of[metric]), of[metric].n, base.definition),
    difference: ({ of }, family) => shareDifference(flips(of[metric]), family),
  };
}

/** The row of a metric, by what it is over problems. */
function rowOf(metric: EvaluationMetricName): Metric {
  const { value, interval } = overProblemsOf(metric);
  if (value === "quick") return within(SHORT_EPISODE);
  if (value !== "solved") return interval === "wilson" ? shareOf(metric) : mean(metric);
  const { title, definition } = metricInfo(metric);
  return metric === "eval/rr" ? within(null) : { ...within(null), id: "solved", metric, title, definition };
}

/** By how much the programs of a pair differ, by whole families; null where there is but one. */
export const programsDiffer = (
  { programs }: PairMeasure,
  of: Exclude<keyof ProgramValues, "type">,
  family: Family,
): SideDifference | null =>
  familyDifference(
    programs.flatMap(({ type, [of]: value }) => (value === null ? [] : [{ type, value }])),
    family,
  );

/** A metric whose intervals are by whole families, where programs are of several. */
function ofPrograms(metric: EvaluationMetricName): Metric {
  const base = rowOf(metric);
  const { definition } = base;
  const of = overProblemsOf(metric).value as Exclude<keyof ProgramValues, "type">;
  return {
    ...base,
    value: (side) => {
      const estimate = estimateOfMetric(base.metric, side.programs);
      return {
        ...estimateValue(estimate, definition, estimate.by),
        hits: of === "solved" ? solvedWithin(side.outcomes, null) : null,
      };
    },
    difference: (pair, family) => programsDiffer(pair, of, family) ?? base.difference(pair, family),
  };
}

/** What a side's samples were worth beside the one that was chosen: of all of them, and of the best possible choice. */
const SAMPLES: Metric[] = [
  {
    ...within(SHORT_EPISODE),
    id: "sampled",
    metric: "eval/rr_at_5",
    ...RERANKED.sampled,
    value: ({ of: { sampled }, values }) =>
      estimateValue(
        values.sampled === null ? meanFromMoments(sampled) : estimateOfShares(values.sampled),
        RERANKED.sampled.definition,
        sampled.n < FEWEST_FOR_T ? "bootstrap" : "t",
      ),
    difference: ({ of: { sampled } }, family) =>
      differenceWithin("eval/rr_at_5", meanDifference(sampled, family)),
  },
  {
    ...within(SHORT_EPISODE),
    id: "best",
    ...RERANKED.best,
    value: ({ of: { best } }) => shareValue(hitsOf(best), best.n, RERANKED.best.definition),
    difference: ({ of: { best } }, family) => shareDifference(flips(best), family),
  },
];

/** Problems that count, of a share. */
const hitsOf = ({ n, mean: share }: Moments): number => Math.round((share ?? 0) * n);

/** How many problems are solved by one side only, of differences that are -1, 0 or 1. */
function flips({ n, mean: difference, sd }: Moments): { onlyA: number; onlyB: number; n: number } {
  const sum = (difference ?? 0) * n;
  const apart = (sd ?? 0) ** 2 * (n - 1) + (difference ?? 0) * sum;
  return { n, onlyA: Math.round((apart - sum) / 2), onlyB: Math.round((apart + sum) / 2) };
}

/** What is solved within k steps first, since it is what the page is about; then the metrics of the kind. */
const stepRows = (k: number): Metric[] => [
  within(k),
  ...metricsOfKind(KIND_OF_STEPS.id)
    .filter((metric) => k !== SHORT_EPISODE || metric !== leadOf(KIND_OF_STEPS.id))
    .map(rowOf),
];

const BY: Record<IntervalWay, string> = {
  wilson: "Wilson",
  t: "Student's t",
  bootstrap: "bootstrap",
  families: "whole families",
};

/** How the intervals of a table's values are made: "RR@5, RR and Clean by Wilson, Steps by Student's t; 95 % over problems". */
export function intervalsInWords(rows: readonly CompareRow[]): string {
  const made = rows.map(({ title, values }) => {
    const kinds = new Set(values.filter(({ n }) => n > 0).map(({ by }) => BY[by]));
    return { title, by: [...kinds].join(" or ") };
  });
  const groups = Map.groupBy(
    made.filter(({ by }) => by !== ""),
    ({ by }) => by,
  );
  const said = [...groups].map(([by, same]) => `${same.map(({ title }) => title).join(", ")} by ${by}`);
  return said.length === 0 ? "" : `${said.join("; ")}; 95 % over problems`;
}

/** The metrics of the kind that was measured; neither kind has those of another. */
function shownMetrics(sides: readonly SideMeasure[], k: number): Metric[] {
  const kind = kindOfSides(sides);
  if (isInFamilies(kind))
    return metricsOfKind(kind)
      .filter((metric) => metric === leadOf(kind) || sides.some((side) => side.of[metric].n > 0))
      .map(ofPrograms);
  if (kind !== KIND_OF_STEPS.id) return metricsOfKind(kind).map(rowOf);
  const isReranked = sides.some((side) => side.of.sampled.n > 0);
  return isReranked ? stepRows(k).toSpliced(1, 0, ...SAMPLES) : stepRows(k);
}

/**
 * The table of a comparison: per metric each side's value with its interval, and its difference to the first.
 * `why` says why a side has no difference in a metric; a pair is null for the first side.
 */
export function compareRows(
  sides: SideMeasure[],
  pairs: (PairMeasure | null)[],
  k: number,
  family: Family,
  why: (metric: EvaluationMetricName, side: number) => string | null,
): CompareRow[] {
  return shownMetrics(sides, k).map(({ id, metric, title, unit, better, definition, value, difference }) => ({
    id,
    title,
    unit,
    better,
    definition,
    values: sides.map(value),
    differences: sides.map((_, i) => {
      if (i === 0) return null;
      const [pair, reason] = [pairs[i], why(metric, i)];
      return pair && reason === null ? difference(pair, family) : noDifference(reason ?? "not measured");
    }),
  }));
}
