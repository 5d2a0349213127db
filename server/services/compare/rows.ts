import { metricInfo } from "../../../workers/protocol/metrics/metrics.ts";
import { MEASURED_DA } from "../../../workers/protocol/diagnosis/diagnosis.ts";
import type { EvaluationMetricName } from "../../../workers/protocol/metrics/metric-kinds.ts";
import type { CompareRow, IntervalWay, SideDifference, SideValue } from "../../contracts/compare/compare.ts";
import { meanFromMoments, type Moments } from "../../stats/moments.ts";
import { differenceWithin, withinPossible } from "../../stats/within-possible.ts";
import { pairedWithin, solvedWithin, SHORT_EPISODE } from "../../stats/problems/outcome-counts.ts";
import type { Estimate } from "../../stats/estimate.ts";
import { diagnosisTitle } from "../../wording/diagnosis.ts";
import { wilson } from "../../stats/problems/wilson.ts";
import {
  estimateOfMetric,
  estimateOfProblems,
  estimateOfShares,
  FEWEST_FOR_T,
  intervalOf,
} from "../evaluations/metric-registry.ts";
import { areOfAnswers, areOfPrograms } from "./by-step.ts";
import {
  type Family,
  familyDifference,
  meanDifference,
  noDifference,
  shareDifference,
} from "./difference.ts";
import type { Bounded, ProgramValues } from "#db/queries/compare.ts";
import { RERANKED } from "../evaluations/reranked.ts";
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

function mean(metric: EvaluationMetricName, moments: "steps" | Bounded, extra: string): Metric {
  const info = metricInfo(metric);
  const definition = info.definition + extra;
  return {
    id: metric === "eval/da" ? MEASURED_DA.da : moments,
    metric,
    title: metric === "eval/da" ? diagnosisTitle(MEASURED_DA) : info.title,
    unit: info.unit === "steps" ? "steps" : "share",
    better: info.better ?? "higher",
    definition,
    value: (side) => {
      const values = moments === "steps" ? null : side[`${moments}Values`];
      const by = intervalOf(metric, side[moments].n);
      return values === null
        ? estimateValue(withinPossible(metric, meanFromMoments(side[moments])), definition, by)
        : estimateValue(estimateOfProblems(metric, values), definition, by);
    },
    difference: (pair, family) => differenceWithin(metric, meanDifference(pair[moments], family)),
  };
}

const clean: Metric = {
  id: "clean",
  metric: "eval/clean",
  title: "Clean",
  unit: "share",
  better: "higher",
  definition: metricInfo("eval/clean").definition,
  value: (side) => shareValue(side.clean.hits, side.clean.n, metricInfo("eval/clean").definition),
  difference: (pair, family) => shareDifference(pair.clean, family),
};

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
function ofPrograms(base: Metric, of: Exclude<keyof ProgramValues, "type">): Metric {
  const { title, definition } = metricInfo(base.metric);
  return {
    ...base,
    title,
    definition,
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

/** Of programs: what is right, what passes, and what samples say where some were drawn. */
const PROGRAMS: Metric[] = [
  ofPrograms({ ...within(null), id: "solved", metric: "eval/solved" }, "solved"),
  ofPrograms(mean("eval/passed_share", "passed", ""), "passed"),
  ofPrograms(mean("eval/pass_at_1", "passAt1", ""), "passAt1"),
  ofPrograms(mean("eval/pass_at_8", "passAt8", ""), "passAt8"),
];

/** Of answers of which nothing else is known. */
const ANSWERS: Metric = {
  ...within(null),
  id: "solved",
  metric: "eval/answers",
  title: metricInfo("eval/answers").title,
  definition: metricInfo("eval/answers").definition,
};

/** What a side's samples were worth beside the one that was chosen: of all of them, and of the best possible choice. */
const SAMPLES: Metric[] = [
  {
    ...mean("eval/rr_at_5", "sampled", ""),
    id: "sampled",
    ...RERANKED.sampled,
    unit: "share",
    value: ({ sampled, sampledValues }) =>
      estimateValue(
        sampledValues === null ? meanFromMoments(sampled) : estimateOfShares(sampledValues),
        RERANKED.sampled.definition,
        sampled.n < FEWEST_FOR_T ? "bootstrap" : "t",
      ),
  },
  {
    ...within(SHORT_EPISODE),
    id: "best",
    ...RERANKED.best,
    value: ({ best: { n, mean: share } }) =>
      shareValue(Math.round((share ?? 0) * n), n, RERANKED.best.definition),
    difference: ({ best }, family) => shareDifference(flips(best), family),
  },
];

/** How many problems are solved by one side only, of differences that are -1, 0 or 1. */
function flips({ n, mean: difference, sd }: Moments): { onlyA: number; onlyB: number; n: number } {
  const sum = (difference ?? 0) * n;
  const apart = (sd ?? 0) ** 2 * (n - 1) + (difference ?? 0) * sum;
  return { n, onlyA: Math.round((apart - sum) / 2), onlyB: Math.round((apart + sum) / 2) };
}

/** RR@k first, since it is what the page is about; then RR, RR@5 and the rest. */
function metricsOf(k: number): Metric[] {
  return [
    within(k),
    ...(k === SHORT_EPISODE ? [] : [within(SHORT_EPISODE)]),
    within(null),
    clean,
    mean("eval/steps", "steps", ""),
    mean("eval/op", "op", "; the difference is over problems that both solved"),
    mean("eval/da", "da", "; as the trainer measured it"),
  ];
}

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

/** Programs are no repairs: neither has the metrics of the other. */
function shownMetrics(sides: readonly SideMeasure[], k: number): Metric[] {
  if (areOfAnswers(sides)) return [ANSWERS];
  if (!areOfPrograms(sides)) {
    const isReranked = sides.some((side) => side.sampled.n > 0);
    return isReranked ? metricsOf(k).toSpliced(1, 0, ...SAMPLES) : metricsOf(k);
  }
  return PROGRAMS.filter(
    ({ metric }) =>
      (metric !== "eval/pass_at_1" || sides.some((side) => side.passAt1.n > 0)) &&
      (metric !== "eval/pass_at_8" || sides.some((side) => side.passAt8.n > 0)),
  );
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
