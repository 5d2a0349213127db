import {
  BOUNDED,
  type Bounded,
  selectBoundedValues,
  type ProgramValues,
  selectOutcomes,
  selectPairedOutcomes,
  selectPairedPrograms,
  selectPrograms,
  type SumsRow,
} from "#db/queries/compare.ts";
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
export type SideMeasure = {
  n: number;
  outcomes: OutcomeCount[];
  steps: Moments;
  clean: { hits: number; n: number };
  /** Empty where no programs were measured. */
  programs: ProgramValues[];
} & Record<Bounded, Moments> &
  /** The value of every problem that defines it; null where there are so many that the moments suffice. */
  Record<`${Bounded}Values`, number[] | null>;

/** What the rows of two evaluations of the same problems add up to, problem by problem. */
export type PairMeasure = {
  outcomes: PairCount[];
  steps: Moments;
  clean: { onlyA: number; onlyB: number; n: number };
  /** By how much the programs of B differ from those of A. */
  programs: ProgramValues[];
} & Record<Bounded, Moments>;

function momentsOf(rows: SumsRow[], name: Bounded): Moments {
  const sums = rows.map((row) => ({
    n: row[`${name}N`],
    sum: row[`${name}Sum`],
    squares: row[`${name}Squares`],
    min: row[`${name}Min`],
    max: row[`${name}Max`],
  }));
  return moments(addSums(sums));
}

const boundedOf = (rows: SumsRow[]) =>
  Object.fromEntries(BOUNDED.map((name) => [name, momentsOf(rows, name)])) as Record<Bounded, Moments>;

const total = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);

/** Measures evaluations over their problems, or over `only` these; added up by the database. */
export function measureSides(
  ctx: ServiceContext,
  evaluationIds: string[],
  only: string[] | null,
): SideMeasure[] {
  const found = Map.groupBy(selectOutcomes(ctx.db, evaluationIds, only), (row) => row.evaluationId);
  const sums = evaluationIds.map((id) => ({ id, bounded: boundedOf(found.get(id) ?? []) }));
  const few = sums
    .filter(({ bounded }) => BOUNDED.some((name) => bounded[name].n < FEWEST_FOR_T))
    .map(({ id }) => id);
  const values = Map.groupBy(selectBoundedValues(ctx.db, few, only), (row) => row.evaluationId);
  return sums.map(({ id, bounded }) => {
    const rows = found.get(id) ?? [];
    const valuesOf = (name: Bounded) =>
      bounded[name].n < FEWEST_FOR_T
        ? (values.get(id) ?? []).map((row) => row[name]).filter((v) => v !== null)
        : null;
    const outcomes = rows.map(({ solved, steps, n }) => ({ solved: solved === 1, steps, n }));
    return {
      n: total(rows, (r) => r.n),
      outcomes,
      steps: moments(stepSums(outcomes)),
      ...bounded,
      ...(Object.fromEntries(BOUNDED.map((name) => [`${name}Values`, valuesOf(name)])) as Record<
        `${Bounded}Values`,
        number[] | null
      >),
      programs: bounded.passed.n > 0 ? selectPrograms(ctx.db, id, only) : [],
      clean: { hits: total(rows, (r) => r.clean), n: total(rows, (r) => r.cleanN) },
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
  return {
    outcomes,
    steps: moments(stepDifferenceSums(outcomes)),
    ...boundedOf(rows),
    programs: rows.some((row) => row.passedN > 0) ? selectPairedPrograms(ctx.db, a, b, only) : [],
    clean: {
      onlyA: total(rows, (r) => r.cleanOnlyA),
      onlyB: total(rows, (r) => r.cleanOnlyB),
      n: total(rows, (r) => r.cleanN),
    },
  };
}
