import * as fc from "fast-check";
import { elementCount, type LpModel } from "../model.ts";

/** Models and their arbitraries for tests of this folder and of what stands on it. */

export interface SmallModel {
  A: number[][];
  rows: [number, number][];
  cols: [number, number][];
  cost?: number[];
  maximize?: boolean;
  integer?: number[];
}

export function modelOf(small: SmallModel): LpModel {
  const colCount = small.cols.length;
  const rowCount = small.rows.length;
  return {
    name: "small",
    colCount,
    rowCount,
    A: Float64Array.from(small.A.flat()),
    rowLower: Float64Array.from(small.rows, ([lower]) => lower),
    rowUpper: Float64Array.from(small.rows, ([, upper]) => upper),
    colLower: Float64Array.from(small.cols, ([lower]) => lower),
    colUpper: Float64Array.from(small.cols, ([, upper]) => upper),
    cost: Float64Array.from(small.cost ?? small.cols.map(() => 0)),
    offset: 0,
    maximize: small.maximize ?? false,
    integer: Uint8Array.from(small.integer ?? small.cols.map(() => 0)),
    rowNames: small.rows.map((_, i) => `c${i + 1}`),
    colNames: small.cols.map((_, j) => `x${j + 1}`),
  };
}

/** Keeps the bounds named as "element:side" and opens all others. */
export function keepOnly(model: LpModel, kept: ReadonlySet<string>): LpModel {
  const side = (element: number, of: -1 | 1, value: number) =>
    kept.has(`${element}:${of}`) ? value : of * Infinity;
  const n = model.colCount;
  return {
    ...model,
    cost: new Float64Array(n),
    colLower: model.colLower.map((v, j) => side(j, -1, v)),
    colUpper: model.colUpper.map((v, j) => side(j, 1, v)),
    rowLower: model.rowLower.map((v, i) => side(n + i, -1, v)),
    rowUpper: model.rowUpper.map((v, i) => side(n + i, 1, v)),
  };
}

export function withBounds(
  model: LpModel,
  lower: (element: number) => number,
  upper: (element: number) => number,
) {
  const n = model.colCount;
  const all = Array.from({ length: elementCount(model) }, (_, e) => e);
  return {
    ...model,
    colLower: Float64Array.from(all.slice(0, n), lower),
    colUpper: Float64Array.from(all.slice(0, n), upper),
    rowLower: Float64Array.from(all.slice(n), lower),
    rowUpper: Float64Array.from(all.slice(n), upper),
  };
}

const coefficient = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: -4, max: 4 }) },
  {
    weight: 2,
    arbitrary: fc.double({ min: -3, max: 3, noNaN: true }).map((x) => Math.round(x * 100) / 100 + 0),
  },
);

/** Bounds of every kind: one-sided, two-sided, equal, free, and now and then crossed. */
const bounds = fc
  .tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }))
  .map(([base, width, kind]): [number, number] => {
    if (kind <= 2) return [base, Infinity];
    if (kind <= 5) return [-Infinity, base];
    if (kind <= 7) return [base, base + width];
    return kind === 8 ? [base, base] : width > 7 ? [base, base - 1] : [-Infinity, Infinity];
  });

/** Small models with every kind of bound. About half are infeasible and some are unbounded. */
export const anyModel: fc.Arbitrary<LpModel> = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 7 }))
  .chain(([colCount, rowCount]) =>
    fc.record({
      A: fc.array(fc.array(coefficient, { minLength: colCount, maxLength: colCount }), {
        minLength: rowCount,
        maxLength: rowCount,
      }),
      rows: fc.array(bounds, { minLength: rowCount, maxLength: rowCount }),
      cols: fc.array(bounds, { minLength: colCount, maxLength: colCount }),
      cost: fc.array(fc.integer({ min: -5, max: 5 }), { minLength: colCount, maxLength: colCount }),
      maximize: fc.boolean(),
      integer: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: colCount, maxLength: colCount }),
    }),
  )
  .map(modelOf);

/** A file that uses every section; the line numbers matter to the tests of refusals. */
export const COMPLETE_MPS = `* a comment
NAME          example
OBJSENSE
    MAX
ROWS
 N  cost
 L  lim1
 G  lim2
 E  myeqn
 N  spare
COLUMNS
    x         cost         1.0   lim1         1.0
    x         lim2         1.0
    MARK      'MARKER'     'INTORG'
    y         cost         2.0   lim1         1.0
    y         spare        9.0
    MARK      'MARKER'     'INTEND'
    z         cost        -1e0   myeqn        1.0
RHS
    RHS       lim1         4.0   lim2         1.0
    RHS       myeqn        7.0   cost        -3.0
RANGES
    RNG       lim1         2.5   myeqn       -2.0
BOUNDS
 UP BND       x            4.0
 LO BND       y           -1.0
 FR BND       z
ENDATA
`;
