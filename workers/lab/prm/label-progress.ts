import { SimplexStalled } from "../../lp/simplex.ts";
import type { Rng } from "../../math/rng.ts";
import { ACTION_COUNT, DROP, UPDATE_BOUNDS } from "../env/actions.ts";
import type { RepairEnv } from "../env/env.ts";
import type { Problem } from "../env/problem.ts";
import { applyRepair, isRepair } from "../env/repair.ts";
import { ElasticViolation } from "./elastic-violation.ts";
import { CORRECT_SHARE, knownIis, type Label, type LabelledStep, labelStep, LOOKS } from "./label-step.ts";
import { replayEpisode } from "./replay-episode.ts";

/** A violation fell where it did by more than this share of 1 + what it was: above what warm starts leave of rounding. */
const FELL = 1e-6;

/** A step with what the rules of progress ask besides: null where the built-in simplex has no answer. */
export interface ProgressStep extends LabelledStep {
  violationBefore: number | null;
  violationAfter: number | null;
  /** Elements named by DIAGNOSE up to and with this step. */
  named: ReadonlySet<string>;
}

/**
 * The label of one step by what it changed, the first rule that fits:
 * 1. the model became feasible: 1, "solved";
 * 2. the elastic violation of the model fell: 1, "violation_fell";
 * 3. a DIAGNOSE of an element of the IIS, after which k of its n elements are named, k / n >= 0.5: 0.5, "correct_diagnosis_k/n";
 * 4. the same with k / n < 0.5: 0.3, "partial_diagnosis_k/n";
 * 5. GET_IIS or CHECK: 0.2, "diagnostic_action";
 * 6. anything else: 0, "no_progress".
 */
export function labelProgress(step: ProgressStep): Label {
  const { action, target, status, violationBefore: before, violationAfter: after, named } = step;
  if (status === "OPTIMAL") return { label: 1, reason: "solved" };
  if (before !== null && after !== null && before - after > FELL * (1 + before))
    return { label: 1, reason: "violation_fell" };
  const iis = knownIis(step.iisBefore);
  if (action === "DIAGNOSE" && iis && target !== null && iis.has(target)) {
    const hits = [...iis].filter((element) => named.has(element)).length;
    return hits / iis.size >= CORRECT_SHARE
      ? { label: 0.5, reason: `correct_diagnosis_${hits}/${iis.size}` }
      : { label: 0.3, reason: `partial_diagnosis_${hits}/${iis.size}` };
  }
  if (LOOKS.has(action)) return { label: 0.2, reason: "diagnostic_action" };
  return { label: 0, reason: "no_progress" };
}

/** The names of the sets of rules, and the label that each gives to a step. */
export const LABEL_RULES = ["reports", "progress"] as const;
export type LabelRules = (typeof LABEL_RULES)[number];

export interface JudgedStep {
  labels: Record<LabelRules, Label>;
  /**
   * Where the step takes away (DROP, UPDATE_BOUNDS) an element of the IIS that the policy was shown last: whether that is
   * a root of an injected fault. Null for other steps, and where no root of the problem is known.
   */
  removed: "root" | "innocent" | null;
}

/** The violation, or null where the built-in simplex cannot answer; then nothing is progress. */
function violationOf(elastic: ElasticViolation | null): number | null {
  try {
    return elastic?.value() ?? null;
  } catch (error) {
    if (error instanceof SimplexStalled) return null;
    throw error;
  }
}

function elasticOf(problem: Problem): ElasticViolation | null {
  try {
    return new ElasticViolation().load(problem.model);
  } catch (error) {
    if (error instanceof SimplexStalled) return null;
    throw error;
  }
}

/**
 * Plays a recorded episode again and judges each of its steps by every set of rules. Depends on problem and record alone,
 * and on `environmentRng` for what the policy was shown. A sentence where the record and the problem do not agree.
 */
export function judgeEpisode(
  env: RepairEnv,
  problem: Problem,
  environmentRng: Rng,
  steps: readonly LabelledStep[],
): JudgedStep[] | string {
  const elastic = elasticOf(problem);
  const judged: JudgedStep[] = [];
  const named = new Set<string>();
  let violation = violationOf(elastic);
  const mismatch = replayEpisode(env, problem, environmentRng, steps, (position, flat) => {
    const step = steps[position];
    const [element, type] = [Math.floor(flat / ACTION_COUNT), flat % ACTION_COUNT];
    const before = violation;
    if (isRepair(type) && elastic) {
      applyRepair(elastic, element, type);
      violation = violationOf(elastic);
    }
    if (step.action === "DIAGNOSE" && step.target !== null) named.add(step.target);
    const takesAway = type === DROP || type === UPDATE_BOUNDS;
    const isKnown = takesAway && problem.faults.length > 0 && env.isShown(element);
    judged.push({
      labels: {
        reports: labelStep(step),
        progress: labelProgress({ ...step, violationBefore: before, violationAfter: violation, named }),
      },
      removed: isKnown ? (problem.rootAny.has(element) ? "root" : "innocent") : null,
    });
  });
  return mismatch ?? judged;
}
