import {
  partsOf,
  SUMMED,
  type Summed,
  selectSummedValues,
  type ProgramValues,
  selectOutcomes,
  selectPairedOutcomes,
  selectPairedPrograms,
  selectPrograms,
} from "#db/queries/compare.ts";
import { isEvaluationMetric, overProblemsOf } from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { FAMILY_COLUMNS } from "../../../workers/protocol/metrics/problem-columns.ts";
import { addSums, moments, type Moments } from "../../stats/moments.ts";
import {
  type OutcomeCount,
  type PairCount,
  stepDifferenceSums,
  stepSums,
} from "../../stats/problems/outcome-counts.ts";
import type { ServiceContext } from "../context.ts";
import { FEWEST_FOR_T } from "../evaluations/metric-registry.ts";

/** What the rows of one evaluation add up to. */
export interface SideMeasure {
  n: number;
  outcomes: OutcomeCount[];
  steps: Moments;
  of: Record<Summed, Moments>;
  /** The value of every problem that defines it; null where there are so many that the moments suffice. */
  values: Record<Summed, number[] | null>;
  /** Empty where no programs were measured. */
  programs: ProgramValues[];
}

/** What the rows of two evaluations of the same problems add up to, problem by problem. */
export interface PairMeasure {
  outcomes: PairCount[];
  steps: Moments;
  /** By how much B differs from A. */
  of: Record<Summed, Moments>;
  /** By how much the programs of B differ from those of A. */
  programs: ProgramValues[];
}

type Row = Parameters<typeof partsOf>[0];

const eachSummed = <Of>(of: (name: Summed) => Of) =>
  Object.fromEntries(SUMMED.map((name) => [name, of(name)])) as Record<Summed, Of>;

const momentsOf = (rows: Row[]) =>
  eachSummed((name) => moments(addSums(rows.map((row) => partsOf(row, name)))));

const hasFamilies = (of: Record<Summed, Moments>): boolean =>
  SUMMED.some(
    (name) => isEvaluationMetric(name) && FAMILY_COLUMNS.has(overProblemsOf(name).value) && of[name].n > 0,
  );

const total = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);

/** Measures evaluations over their problems, or over `only` these; added up by the database. */
export function measureSides(
  ctx: ServiceContext,
  evaluationIds: string[],
  only: string[] | null,
): SideMeasure[] {
  const found = Map.groupBy(selectOutcomes(ctx.db, evaluationIds, only), (row) => row.evaluationId);
  const sums = evaluationIds.map((id) => ({ id, of: momentsOf(found.get(id) ?? []) }));
  const few = sums.filter(({ of }) => SUMMED.some((name) => of[name].n < FEWEST_FOR_T)).map(({ id }) => id);
  const values = Map.groupBy(selectSummedValues(ctx.db, few, only), (row) => row.evaluationId);
  return sums.map(({ id, of }) => {
    const rows = found.get(id) ?? [];
    const outcomes = rows.map(({ solved, steps, n }) => ({ solved: solved === 1, steps, n }));
    return {
      n: total(rows, (r) => r.n),
      outcomes,
      steps: moments(stepSums(outcomes)),
      of,
      values: eachSummed((name) =>
        of[name].n < FEWEST_FOR_T
          ? (values.get(id) ?? []).map((row) => row[name]).filter((v) => v !== null)
          : null,
      ),
      programs: hasFamilies(of) ? selectPrograms(ctx.db, id, only) : [],
    };
  });
}

/** The same for B against A, over the problems that both have. */
export function measurePair(ctx: ServiceContext, a: string, b: string, only: string[] | null): PairMeasure {
  const rows = selectPairedOutcomes(ctx.db, a, b, only);
  const outcomes = rows.map(({ solvedA, stepsA, solvedB, stepsB, n }) => ({
    solvedA: solvedA === 1,
    stepsA,
    solvedB: solvedB === 1,
    stepsB,
    n,
  }));
  const of = momentsOf(rows);
  return {
    outcomes,
    steps: moments(stepDifferenceSums(outcomes)),
    of,
    programs: hasFamilies(of) ? selectPairedPrograms(ctx.db, a, b, only) : [],
  };
}
