import type { LpModel } from "../../lp/model.ts";
import { stream } from "../../math/rng.ts";
import { LEVEL_NAMES } from "../env/draft.ts";
import type { FaultType } from "../env/fault.ts";
import type { Names } from "../env/names.ts";
import type { Level } from "../env/problem.ts";
import { BENCH_TYPES } from "./grades.ts";
import type { IntegerJudge } from "./integer-judge.ts";
import { attemptProblem, type Cell, type MadeProblem, streamOf } from "./make-problem.ts";
import { SeenModels } from "../../lp/near-duplicates.ts";
import { type Rejection, REJECTIONS } from "./validate.ts";

/** What a set is made of. */
export interface SetOrder {
  types: readonly FaultType[];
  levels: readonly Level[];
  perCell: number;
  /** Share of integer models in every cell, 0 to 1. */
  mipShare: number;
  names: Names;
  seed: number;
}

/** How often each phase said no. */
export type Rejected = Record<Rejection, number>;

/** What happened until a cell was full. */
export interface MadeCell {
  type: FaultType;
  level: Level;
  problems: MadeProblem[];
  rejected: Rejected;
}

/** Attempts at one problem before its place stays empty. */
const ATTEMPTS = 500;

const nothing = (): Rejected => Object.fromEntries(REJECTIONS.map((phase) => [phase, 0])) as Rejected;

export const cellCount = ({ types, levels }: SetOrder): number => types.length * levels.length;

/** Is problem `index` of a cell an integer one? Spread evenly, and a longer set begins like a shorter one. */
const isMip = (index: number, share: number) => Math.floor((index + 1) * share) > Math.floor(index * share);

/** Share of the integer problems beyond the first of a cell whose optima HiGHS confirms. */
const CONFIRMED_SHARE = 0.1;

/** Does HiGHS confirm integer problem `index` of a cell? By a stream of its own, so that the problems do not depend on it. */
function isConfirmed({ seed, mipShare }: SetOrder, { type, level }: Cell, index: number): boolean {
  const isFirst = Math.floor(index * mipShare) === 0;
  const place = [BENCH_TYPES.indexOf(type), LEVEL_NAMES.indexOf(level), index];
  return isFirst || stream(seed, CONFIRMATION, ...place)() < CONFIRMED_SHARE;
}
const CONFIRMATION = 1000;

/**
 * Cell by cell, the problems of a set: each validated, none a near-duplicate of another or of a model in `known`. The same
 * order gives the same set on every machine. Yields null between two problems, so that its caller can do something else.
 */
export function* makeSet(
  order: SetOrder,
  judge: IntegerJudge | null,
  known: SeenModels,
): Generator<MadeCell | null> {
  const seen = new SeenModels();
  const take = (cell: Cell, index: number, rejected: Rejected): MadeProblem | null => {
    const rng = streamOf(order.seed, cell, index);
    const kind = cell.mip ? "mip" : "lp";
    const key = `${kind}_type${cell.type}_${cell.level}_${String(index).padStart(4, "0")}`;
    const confirm = cell.mip && isConfirmed(order, cell, index);
    const optimum = judge && ((model: LpModel) => judge.optimum(model, confirm));
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const made = attemptProblem(rng, cell, key, order.names, optimum);
      if (typeof made === "string") rejected[made]++;
      else if (known.near(made.model) !== null) rejected.leaked++;
      else if (seen.near(made.model) !== null) rejected.duplicate++;
      else {
        seen.add(key, made.model);
        return made;
      }
    }
    return null;
  };
  for (const type of order.types)
    for (const level of LEVEL_NAMES) {
      if (!order.levels.includes(level)) continue;
      const cell: MadeCell = { type, level, problems: [], rejected: nothing() };
      for (let index = 0; index < order.perCell; index++) {
        const made = take({ type, level, mip: isMip(index, order.mipShare) }, index, cell.rejected);
        if (made) cell.problems.push(made);
        yield null;
      }
      yield cell;
    }
}

export function addRejected(all: readonly Rejected[]): Rejected {
  const sum = nothing();
  for (const rejected of all) for (const phase of REJECTIONS) sum[phase] += rejected[phase];
  return sum;
}
