import type { LpModel } from "../../lp/model.ts";
import type { Oracle } from "../../lp/oracle.ts";
import { Simplex } from "../../lp/simplex.ts";

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

/** Optimum of a model, of the integer one by HiGHS where it has integer columns; null where it has none. */
export function optimumOf(model: LpModel, oracle: Oracle | null): number | null {
  if (!simplex.load(model).feasible()) return null;
  if (!model.integer.includes(1)) {
    const objective = simplex.optimize();
    return Number.isFinite(objective) ? objective : null;
  }
  if (!oracle) throw new Error("An integer model is judged by HiGHS, and none was given.");
  const { status, objective } = oracle.solve(model, { integer: true, tiny: true });
  return status === "optimal" ? objective : null;
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

/** Objectives that agree to this share are the same optimum. */
const TOLERANCE = 1e-6;

/**
 * The phases after the first: without a solution; every fault's root in an IIS, with the other faults out of the way; the
 * reference repair brings back the original optimum. The IIS of the whole model, or the phase that failed.
 */
export function validate(
  { model, roots, touched, repaired }: Sabotaged,
  original: number,
  oracle: Oracle | null,
): { iis: number[] } | { failed: Rejection } {
  const iis = coldIis(model);
  if (!iis) return { failed: "infeasible" };
  for (const [k, root] of roots.entries()) {
    const others = touched.flatMap((some, other) => (other === k ? [] : [...some]));
    const own = others.length === 0 ? iis : coldIis(model, others);
    if (!own?.some((element) => root.has(element))) return { failed: "root" };
  }
  const objective = optimumOf(repaired, oracle);
  if (objective === null || Math.abs(objective - original) > TOLERANCE * Math.max(1, Math.abs(original)))
    return { failed: "repair" };
  return { iis };
}
