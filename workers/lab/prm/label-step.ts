import type { ActionName } from "../env/actions.ts";

/** What a label is made from: one action of an episode with the state around it. Structurally the wire's `EpisodeStep`. */
export interface LabelledStep {
  action: ActionName;
  /** Name of the row or column; null for the global actions. */
  target: string | null;
  /** Solver status after the action. */
  status: "INFEASIBLE" | "OPTIMAL";
  /** IIS of the model by one deterministic solve; null where it was not computed, and then it is unknown, not empty. */
  iisBefore: readonly string[] | null;
  iisAfter: readonly string[] | null;
}

export interface Label {
  /** 0 to 1. */
  label: number;
  reason: string;
}

const CHANGES_MODEL: ReadonlySet<ActionName> = new Set([
  "RELAX_SMALL",
  "RELAX_LARGE",
  "DROP",
  "UPDATE_BOUNDS",
]);
/** Actions that look and change nothing. */
export const LOOKS: ReadonlySet<ActionName> = new Set(["GET_IIS", "CHECK"]);
/** From this share of the IIS on a diagnosis counts as correct. */
export const CORRECT_SHARE = 0.5;

/**
 * The label of one step by six rules, the first that fits:
 * 1. the model became feasible: 1, "solved";
 * 2. an action that changed the model left a smaller IIS: 1, "iis_reduced_by_N";
 * 3. a DIAGNOSE named k of the n elements of the IIS, k / n >= 0.5: 0.5, "correct_diagnosis_k/n";
 * 4. the same with 0 < k / n < 0.5: 0.3, "partial_diagnosis_k/n";
 * 5. GET_IIS or CHECK: 0.2, "diagnostic_action";
 * 6. anything else: 0, "no_progress".
 * A DIAGNOSE names one element, so k is 0 or 1. An IIS that is null, or empty on an infeasible model, is unknown, and the
 * rules that need it do not fit.
 */
export function labelStep({ action, target, status, iisBefore, iisAfter }: LabelledStep): Label {
  if (status === "OPTIMAL") return { label: 1, reason: "solved" };
  const before = knownIis(iisBefore);
  const after = knownIis(iisAfter);
  if (CHANGES_MODEL.has(action) && before && after && after.size < before.size) {
    return { label: 1, reason: `iis_reduced_by_${before.size - after.size}` };
  }
  if (action === "DIAGNOSE" && before && target !== null && before.has(target)) {
    const share = 1 / before.size;
    return share >= CORRECT_SHARE
      ? { label: 0.5, reason: `correct_diagnosis_1/${before.size}` }
      : { label: 0.3, reason: `partial_diagnosis_1/${before.size}` };
  }
  if (LOOKS.has(action)) return { label: 0.2, reason: "diagnostic_action" };
  return { label: 0, reason: "no_progress" };
}

/** The IIS of an infeasible model as a set, or null where it says nothing. */
export function knownIis(iis: readonly string[] | null): ReadonlySet<string> | null {
  return iis === null || iis.length === 0 ? null : new Set(iis);
}
