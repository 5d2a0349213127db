import { findElement, type LpModel } from "../../../workers/lp/model.ts";

/**
 * Names that the benchmark's saboteur gives to rows and columns it adds, in the current ("robust") and in the older
 * spelling: _force_x (B), _saboteur_... (C, D), _chain_... (D), _multi_constr_... (E), _hidden_... (F), c_<hex>_ub/_lb and
 * _cascade_... (G), constr_<hex> and _symptom_constr_... (H), bound_<hex>_l/_u and _optimal_... (I).
 */
const ADDED =
  /^(_(force|saboteur|chain|multi_constr|hidden|cascade|symptom_constr|optimal)_.+|c_[0-9a-f]{6}_(ub|lb)|constr_[0-9a-f]{6}|bound_[0-9a-f]{6}_[lu])$/;

/** Types whose fault always adds rows; where none is found the naming is unknown, and so is what was injected. */
const ALWAYS_ADDS = /^[BD-I]$/;

/**
 * Names of the rows and columns of a target_name that exist in the model. The target is one name, a pair joined by a comma
 * (both rows of a contradiction), or "row:column" for one coefficient, whose row is the root. Empty where nothing resolves.
 */
export function resolveRoots(model: LpModel, target: string): string[] {
  const exists = (name: string) => findElement(model, name) >= 0;
  if (exists(target)) return [target];
  const names = target.split(",").flatMap((part) => {
    const name = part.trim();
    const row = name.split(":")[0].trim();
    return exists(name) ? [name] : exists(row) ? [row] : [];
  });
  return [...new Set(names)];
}

/**
 * Names of what the sabotage added or changed, or null where that cannot be told: the added names by the naming scheme, and
 * the roots, which are what it changed.
 */
export function injectedNames(model: LpModel, type: string, roots: readonly string[]): string[] | null {
  const added = [...model.rowNames, ...model.colNames].filter((name) => ADDED.test(name));
  if (added.length === 0 && (ALWAYS_ADDS.test(type) || roots.length === 0)) return null;
  return [...new Set([...added, ...roots])];
}
