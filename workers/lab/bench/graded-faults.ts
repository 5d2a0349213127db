import { integer, shuffle, type Rng, uniform } from "../../math/rng.ts";
import { type DraftRow, emptyFault, type Fault, type FaultType, replaceRow, unitRow } from "../env/fault.ts";
import { contradicting, flipped, limitedColumn } from "../env/sabotage.ts";
import { box, cascade, hiddenDependency, pairWithoutRoom, raisedBound } from "../env/sized-faults.ts";
import type { BaseDraft } from "./base-draft.ts";
import type { Grade } from "./grades.ts";

/** What a proposal may look at. `breaks`: does this fault alone leave the clean model without a solution? */
export interface Clean extends BaseDraft {
  optimum: Float64Array;
  breaks(fault: Fault): boolean;
}

/** The same row, written in another unit. */
const rescaled = ({ coefficients, lower, upper }: DraftRow, factor: number): DraftRow => ({
  coefficients: coefficients.map((a) => a * factor),
  lower: lower * factor,
  upper: upper * factor,
});

/** A: rows whose sense is flipped, each of which alone breaks the model; five of them are written in other units as well. */
function flips(rng: Rng, { draft, breaks }: Clean, count: number): Fault[] {
  const faults: Fault[] = [];
  for (const row of shuffle(rng, [...draft.rows.keys()])) {
    const factor = count > 3 ? uniform(rng, 0.3, 3) : 1;
    const fault = replaceRow("A", row, rescaled(flipped(draft.rows[row]), factor));
    if (!breaks(fault)) continue;
    faults.push(fault);
    if (faults.length === count) return faults;
  }
  return [];
}

/**
 * B: columns limited to 1 of which 2 is demanded, integer ones where there are. Five are chained: 2 is demanded of the first,
 * of each next one as much as of the one before, and the last is the limited one.
 */
function limits(rng: Rng, { draft, integer: marks }: Clean, count: number): Fault[] {
  const columns = shuffle(rng, [...marks.keys()]);
  const limited = marks.includes(1) ? columns.filter((j) => marks[j] === 1) : columns;
  if (count <= 3) {
    const some = limited.slice(0, count);
    return some.length < count ? [] : some.map((column) => limitedColumn(draft, column));
  }
  const last = limitedColumn(draft, limited[0]);
  const path = [...columns.filter((j) => j !== limited[0]).slice(0, count - 1), limited[0]];
  const links = path.slice(1).map((column, k) => {
    const row = unitRow(draft.colCount, [column], 0, Infinity);
    row.coefficients[path[k]] = -1;
    return row;
  });
  const addedRows = [unitRow(draft.colCount, [path[0]], 2, Infinity), ...links];
  return [{ ...last, addedRows, rootRows: addedRows.map((_, k) => draft.rows.length + k) }];
}

const WRONG_TERMS: Record<number, (coefficient: number, k: number) => number> = {
  1: () => 0,
  2: (coefficient) => -coefficient,
  3: (coefficient, k) => coefficient * 0.1 ** (k + 1),
};

/** Rows tried before a row of its own is added. */
const TRIED = 8;

/**
 * C: one term removed, two with the wrong sign, or three scaled down in turn. Where no row of the model depends on so few
 * terms, the fault brings one that does: it holds at the optimum, and the wrong terms break it.
 */
function wrongTerms(rng: Rng, { draft, optimum, breaks }: Clean, count: number): Fault[] {
  const wrong = WRONG_TERMS[count];
  const spoil = (row: DraftRow, columns: readonly number[]): DraftRow => {
    const coefficients = row.coefficients.slice();
    for (const [k, j] of columns.entries()) coefficients[j] = wrong(coefficients[j], k);
    return { ...row, coefficients };
  };
  for (const row of shuffle(rng, [...draft.rows.keys()]).slice(0, TRIED)) {
    const { coefficients } = draft.rows[row];
    const used = shuffle(rng, [...coefficients.keys()]).filter((j) => coefficients[j] !== 0);
    if (used.length <= count) continue;
    const fault = replaceRow("C", row, spoil(draft.rows[row], used.slice(0, count)));
    if (breaks(fault)) return [fault];
  }
  const large = [...optimum.keys()].sort((a, b) => optimum[b] - optimum[a]).slice(0, count);
  const demand = 0.9 * large.reduce((sum, j) => sum + optimum[j], 0);
  const other = [...optimum.keys()].find((j) => !large.includes(j)) ?? large[0];
  const row = unitRow(draft.colCount, large, demand, Infinity);
  // With its only term removed the row would be empty; a second one of little weight keeps it a row.
  if (count === 1) row.coefficients[other] = 0.01;
  return [{ ...emptyFault("C"), addedRows: [spoil(row, large)], rootRows: [draft.rows.length] }];
}

const PIPELINE_LIMIT = 1000;

/** D: each row demands of a column 10 more than of the one before, and the last closes the circle; all but one are auxiliary. */
function chain(rng: Rng, { draft }: Clean, length: number): Fault[] {
  const { colCount, rows } = draft;
  const first = integer(rng, 0, colCount - 1);
  const nodes = [first, ...Array.from({ length: length - 1 }, (_, k) => colCount + k)];
  const addedRows = nodes.map((node, k) => {
    const coefficients = new Float64Array(colCount + length - 1);
    coefficients[nodes[(k + 1) % length]] = 1;
    coefficients[node] = -1;
    return { coefficients, lower: 10, upper: Infinity };
  });
  return [
    {
      ...emptyFault("D"),
      addedColumns: nodes.slice(1).map(() => ({ lower: 0, upper: PIPELINE_LIMIT })),
      addedRows,
      rootRows: addedRows.map((_, k) => rows.length + k),
    },
  ];
}

/** Ceiling of the auxiliary column of F where that alone is the conflict. */
const CEILING = 40;

/** E to I with `count` elements in their conflict beyond the first two. */
function sized(rng: Rng, { draft, optimum }: Clean, type: FaultType, count: number): Fault[] {
  const columns = shuffle(rng, [...optimum.keys()]);
  const more = columns.slice(2, 2 + count);
  if (more.length < count) return [];
  switch (type) {
    case "E":
      return [pairWithoutRoom(draft, columns.slice(0, 2), optimum, more)];
    case "F":
      return count === 0
        ? [hiddenDependency(draft, columns.slice(0, 1), optimum, CEILING)]
        : [hiddenDependency(draft, more, optimum)];
    case "G":
      return [cascade(rng, draft, [columns[0], ...more], optimum)];
    case "H":
      return [raisedBound(rng, draft, columns[0], optimum, more)];
    default:
      return [box(rng, draft, columns[0], more, optimum)];
  }
}

/** Faults of a type at a grade; none where this clean model does not take them. They are not validated here. */
export function gradedFaults(
  rng: Rng,
  clean: Clean,
  type: FaultType,
  { count: [least, most] }: Grade,
): Fault[] {
  const count = integer(rng, least, most);
  switch (type) {
    case "A":
      return flips(rng, clean, count);
    case "B":
      return limits(rng, clean, count);
    case "C":
      return wrongTerms(rng, clean, count);
    case "D":
      return count === 2
        ? [contradicting(rng, clean.draft, integer(rng, 0, clean.draft.rows.length - 1))]
        : chain(rng, clean, count);
    default:
      return sized(rng, clean, type, count);
  }
}
