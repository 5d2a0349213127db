import type { LpModel } from "../../lp/model.ts";
import { Simplex } from "../../lp/simplex.ts";
import { sameObjective } from "./integer-judge.ts";

/** Why a made problem was thrown away: a phase of the validation, the size of its conflict, or that there is such a one. */
export const REJECTIONS = [
  "original",
  "infeasible",
  "root",
  "repair",
  "size",
  "duplicate",
  "leaked",
] as const;
export type Rejection = (typeof REJECTIONS)[number];

const simplex = new Simplex();

/** Optimum of an integer model; null where it has none. */
export type JudgeInteger = (model: LpModel) => number | null;

/** Optimum of a model, by `judge` where it has integer columns; null where it has none. */
export function optimumOf(model: LpModel, judge: JudgeInteger | null): number | null {
  if (model.integer.includes(1)) {
    if (!judge) throw new Error("An integer model needs a judge, and none was given.");
    return judge(model);
  }
  if (!simplex.load(model).feasible()) return null;
  const objective = simplex.optimize();
  return Number.isFinite(objective) ? objective : null;
}

/** Values of the columns in a solution of the relaxation that is optimal. */
export function relaxedOptimum(model: LpModel): Float64Array | null {
  if (!simplex.load(model).feasible() || !Number.isFinite(simplex.optimize())) return null;
  return Float64Array.from({ length: model.colCount }, (_, j) => simplex.value(j));
}

/**
 * The IIS that one cold solve finds, after the elements in `freed` have lost their bounds; null where there is a solution. An
 * IIS of the model without some bounds is one of the model.
 */
export function coldIis(model: LpModel, freed: Iterable<number> = []): number[] | null {
  simplex.load(model);
  for (const element of freed) simplex.setBounds(element, -Infinity, Infinity);
  if (simplex.feasible()) return null;
  const members = Array.from({ length: simplex.conflictSize }, (_, k) => simplex.conflictElement(k));
  return [...new Set(members)].sort((a, b) => a - b);
}

/** A sabotaged model with what was done to it. Elements are ids of `model`. */
export interface Sabotaged {
  model: LpModel;
  roots: readonly ReadonlySet<number>[];
  touched: readonly ReadonlySet<number>[];
  /** The model after the reference repair: coefficients and bounds as they were, added rows without bounds. */
  repaired: LpModel;
}

/**
 * The phases after the first: without a solution; every fault's root in an IIS, with the other faults out of the way; the
 * reference repair brings back the original optimum. The IIS of the whole model, or the phase that failed.
 */
export function validate(
  { model, roots, touched, repaired }: Sabotaged,
  original: number,
  judge: JudgeInteger | null,
): { iis: number[] } | { failed: Rejection } {
  const iis = coldIis(model);
  if (!iis) return { failed: "infeasible" };
  for (const [k, root] of roots.entries()) {
    const others = touched.flatMap((some, other) => (other === k ? [] : [...some]));
    const own = others.length === 0 ? iis : coldIis(model, others);
    if (!own?.some((element) => root.has(element))) return { failed: "root" };
  }
  const objective = optimumOf(repaired, judge);
  if (objective === null || !sameObjective(objective, original)) return { failed: "repair" };
  return { iis };
}
