import { integer, shuffle, type Rng, uniform } from "../../math/rng.ts";
import { drawDraft } from "../env/draft.ts";
import type { Draft } from "../env/fault.ts";

/** A clean model before the sabotage, with the marks of its integer columns. */
export interface BaseDraft {
  draft: Draft;
  integer: Uint8Array;
}

const INTEGER_LIMIT = 15;

type Ranges = [columns: [number, number], rows: [number, number]];
const RANGES: Record<"lp" | "mip", Record<"any" | "columns" | "rows", Ranges>> = {
  lp: {
    any: [
      [5, 10],
      [3, 8],
    ],
    columns: [
      [8, 10],
      [3, 8],
    ],
    rows: [
      [5, 6],
      [8, 8],
    ],
  },
  mip: {
    any: [
      [8, 15],
      [5, 12],
    ],
    columns: [
      [11, 15],
      [5, 12],
    ],
    rows: [
      [8, 9],
      [12, 12],
    ],
  },
};

/**
 * A linear program of 5 to 10 columns and 3 to 8 rows, or a mixed integer one of 8 to 15 columns, of which 30 to 50 % are
 * integers up to 15, and 5 to 12 rows; both with a pair of key rows. Faults that take many columns, or many rows that bind,
 * find them at once in the part of these ranges that they ask for.
 */
export function drawBase(rng: Rng, mip: boolean, needs: "columns" | "rows" | null): BaseDraft {
  const [columns, rows] = RANGES[mip ? "mip" : "lp"][needs ?? "any"];
  const draft = drawDraft(rng, { types: [], faults: [0, 0], columns, rows, wide: false });
  const marks = new Uint8Array(draft.colCount);
  if (!mip) return { draft, integer: marks };
  const count = integer(
    rng,
    Math.ceil(0.3 * draft.colCount),
    Math.floor(draft.colCount * uniform(rng, 0.4, 0.5)),
  );
  for (const j of shuffle(rng, [...marks.keys()]).slice(0, count)) {
    marks[j] = 1;
    draft.colUpper[j] = INTEGER_LIMIT;
  }
  return { draft, integer: marks };
}
