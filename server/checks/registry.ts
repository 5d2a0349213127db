import type { Finding } from "../contracts/finding.ts";
import { EFFORT_RULES } from "./effort.ts";
import { lengthCollapse } from "./health/answers/length-collapse.ts";
import { lengthExplosion } from "./health/answers/length-explosion.ts";
import { partConflict } from "./health/answers/part-conflict.ts";
import { rolloutErrors } from "./health/answers/rollout-errors.ts";
import { trainEvalApart } from "./health/answers/train-eval-apart.ts";
import { deadGroups } from "./health/dead-groups.ts";
import { advantageScale } from "./health/groups/advantage-scale.ts";
import { overTrained } from "./health/groups/over-trained.ts";
import { rewardFloor } from "./health/groups/reward-floor.ts";
import { saturated } from "./health/groups/saturated.ts";
import { tooSparse } from "./health/groups/too-sparse.ts";
import { endedEarly } from "./health/ended-early.ts";
import { gpu } from "./health/machine/gpu.ts";
import { stalled } from "./health/machine/stalled.ts";
import { gpuIdle } from "./health/machine/gpu-idle.ts";
import { weightsChanged } from "./health/policy/weights-changed.ts";
import { timeImbalance } from "./health/machine/time-imbalance.ts";
import { clipped } from "./health/policy/clipped.ts";
import { entropyCollapse } from "./health/policy/entropy-collapse.ts";
import { entropyExplosion } from "./health/policy/entropy-explosion.ts";
import { gradTrend } from "./health/policy/grad-trend.ts";
import { gradZero } from "./health/policy/grad-zero.ts";
import { klBlowUp } from "./health/policy/kl-blow-up.ts";
import { klOnlyGradient } from "./health/policy/kl-only-gradient.ts";
import { klSpike } from "./health/policy/kl-spike.ts";
import { noiseOnly } from "./health/noise-only.ts";
import { notFinite } from "./health/not-finite.ts";
import { rewardRescaled } from "./health/rescaled-reward.ts";
import { staleSamples } from "./health/stale-samples.ts";
import { trainInference } from "./health/train-inference.ts";
import { noLearning } from "./health/no-learning.ts";
import { truncatedAnswers } from "./health/truncated-answers.ts";
import type { RunRule } from "./health/run-rule.ts";
import { notSeparable } from "./not-separable.ts";
import { longerEpisodes } from "../../packs/repair/checks/longer-episodes.ts";
import { COMPARABILITY_CRITERIA } from "./criteria.ts";
import type { RuleInfo } from "./rule.ts";

/** Every rule about a run. A new one is one file and one line here. */
export const RUN_RULES: readonly RunRule[] = [
  deadGroups,
  saturated,
  tooSparse,
  truncatedAnswers,
  rewardFloor,
  noiseOnly,
  entropyCollapse,
  entropyExplosion,
  klBlowUp,
  klSpike,
  klOnlyGradient,
  clipped,
  notFinite,
  gradTrend,
  gradZero,
  lengthExplosion,
  lengthCollapse,
  trainInference,
  partConflict,
  trainEvalApart,
  advantageScale,
  noLearning,
  staleSamples,
  rolloutErrors,
  timeImbalance,
  stalled,
  gpu,
  gpuIdle,
  weightsChanged,
  rewardRescaled,
  overTrained,
  endedEarly,
];

const byId = (rules: RuleInfo[]) => rules.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Every rule a page may name, also those that a single page asks by itself. */
export const RULES: readonly RuleInfo[] = [
  ...byId(RUN_RULES.map((rule) => rule.info)),
  ...byId([
    ...COMPARABILITY_CRITERIA.map((respect) => respect.info),
    ...EFFORT_RULES,
    notSeparable.info,
    longerEpisodes.info,
  ]),
];

const RUN_RULE = new Map(RUN_RULES.map((rule) => [rule.info.id, rule]));
const INFO = new Map(RULES.map((info) => [info.id, info]));

/** Of some metrics those that an objection to a run takes the meaning from. */
export const spoiledBy = (objection: Finding, metrics: readonly string[]): string[] =>
  objection.severity === "error"
    ? metrics.filter((metric) => RUN_RULE.get(objection.rule)?.spoils?.(objection, metric))
    : [];

/** Whether a rule can take the meaning from metrics; what it says is then said of those. */
export const isSpoiling = (objection: Finding): boolean => RUN_RULE.get(objection.rule)?.spoils !== undefined;

/** "not ranked: C02, other problems", or null where nothing forbids it. */
export function notRankedWords(forbidding: readonly Finding[]): string | null {
  const rules = [...new Set(forbidding.map(({ rule }) => rule))];
  if (rules.length === 0) return null;
  const named = rules.map((id) => [id, INFO.get(id)?.brief].filter(Boolean).join(", "));
  return `${NOT_RANKED}: ${named.join("; ")}`;
}

/** How the words begin that stand in place of a difference which a rule forbids. */
export const NOT_RANKED = "not ranked";
