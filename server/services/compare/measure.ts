import {
  selectBoundedValues,
  selectOutcomes,
  selectPairedOutcomes,
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
export interface SideMeasure {
  n: number;
  outcomes: OutcomeCount[];
  steps: Moments;
  op: Moments;
  da: Moments;
  /** OP and DA of every problem that defines them; null where there are so many that the moments suffice. */
  opValues: number[] | null;
  daValues: number[] | null;
  clean: { hits: number; n: number };
}

/** What the rows of two evaluations of the same problems add up to, problem by problem. */
export interface PairMeasure {
  outcomes: PairCount[];
  steps: Moments;
  op: Moments;
  da: Moments;
  clean: { onlyA: number; onlyB: number; n: number };
}

const opOf = (rows: SumsRow[]): Moments =>
  moments(
    addSums(rows.map((r) => ({ n: r.opN, sum: r.opSum, squares: r.opSquares, min: r.opMin, max: r.opMax }))),
  );
const daOf = (rows: SumsRow[]): Moments =>
  moments(
    addSums(rows.map((r) => ({ n: r.daN, sum: r.daSum, squares: r.daSquares, min: r.daMin, max: r.daMax }))),
  );

const total = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);

/** Measures evaluations over their problems, or over `only` these; added up by the database. */
export function measureSides(
  ctx: ServiceContext,
  evaluationIds: string[],
  only: string[] | null,
): SideMeasure[] {
  const found = Map.groupBy(selectOutcomes(ctx.db, evaluationIds, only), (row) => row.evaluationId);
  const sums = evaluationIds.map((id) => ({
    id,
    op: opOf(found.get(id) ?? []),
    da: daOf(found.get(id) ?? []),
  }));
  const few = sums.filter(({ op, da }) => op.n < FEWEST_FOR_T || da.n < FEWEST_FOR_T).map(({ id }) => id);
  const values = Map.groupBy(selectBoundedValues(ctx.db, few, only), (row) => row.evaluationId);
  return sums.map(({ id, op, da }) => {
    const rows = found.get(id) ?? [];
    const valuesOf = (of: Moments, name: "op" | "da") =>
      of.n < FEWEST_FOR_T ? (values.get(id) ?? []).map((row) => row[name]).filter((v) => v !== null) : null;
    const outcomes = rows.map(({ solved, steps, n }) => ({ solved: solved === 1, steps, n }));
    return {
      n: total(rows, (r) => r.n),
      outcomes,
      steps: moments(stepSums(outcomes)),
      op,
      da,
      opValues: valuesOf(op, "op"),
      daValues: valuesOf(da, "da"),
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
    op: opOf(rows),
    da: daOf(rows),
    clean: {
      onlyA: total(rows, (r) => r.cleanOnlyA),
      onlyB: total(rows, (r) => r.cleanOnlyB),
      n: total(rows, (r) => r.cleanN),
    },
  };
}
