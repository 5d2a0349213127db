import type { Objection } from "../contracts/objection.ts";

/** A rule as a reader may check it: what it looks at, when it fires, where the threshold comes from, what to do. */
export interface RuleInfo {
  id: string;
  name: string;
  family: "run health" | "comparability" | "launch" | "integrity" | "prm";
  formula: string;
  threshold: string;
  source: string;
  why: string;
  action: string;
}

/** Points of one metric of a run in x order; `value` is NaN or infinite where the run said so. */
export interface CheckedSeries {
  metric: string;
  x: number[];
  value: number[];
}

/** What a run-health rule may look at. Only what was measured, never a name. */
export interface RunFacts {
  series: Map<string, CheckedSeries>;
  /** True when dead groups are drawn again until the batch is full. */
  resamplesDeadGroups: boolean;
  /** The run's configuration, as a claim names it. */
  config: string;
  /** Spread that the noise injected into the reward would show alone; null where none is. */
  noise: { withinGroupSd: number; pooledSd: number; groupSize: number } | null;
  /** Rewards of the baseline's run with the same seed; null for the baseline itself. */
  reference: { config: string; series: Map<string, CheckedSeries> } | null;
}

export interface RunRule {
  info: RuleInfo;
  check(facts: RunFacts): Objection[];
}

/** What a comparability rule may look at: one configuration beside the baseline, for one metric. */
export interface CellFacts {
  config: string;
  /** Seeds with a finished run. */
  seeds: number;
  planned: number;
  rewardHash: string;
  rewardFormula: string;
  /** Distinct population hashes of the final evaluations; more than one is itself an objection. */
  populations: { hash: string; n: number }[];
  protocols: { hash: string; words: string }[];
  definition: string;
  /** Final train step of each counted run. */
  trainSteps: number[];
  episodes: number | null;
  startWeights: string[];
}

export interface MetricFacts {
  metric: string;
  /** Computed from the training reward itself, so that the reward's formula is part of the number. */
  isTrainingReward: boolean;
  /** Measured on a set of problems. */
  isEvaluation: boolean;
}

export interface CellRule {
  info: RuleInfo;
  check(cell: CellFacts, baseline: CellFacts, metric: MetricFacts): Objection[];
}

/** Fills an objection from its rule, so that a rule states only what it saw. */
export function objection(
  info: RuleInfo,
  severity: Objection["severity"],
  seen: {
    claim: string;
    evidence: string;
    metric?: string;
    a?: string;
    b?: string;
    span?: Objection["span"];
  },
): Objection {
  return {
    rule: info.id,
    severity,
    metric: seen.metric ?? null,
    claim: seen.claim,
    evidence: seen.evidence,
    action: info.action,
    a: seen.a ?? null,
    b: seen.b ?? null,
    span: seen.span ?? null,
  };
}
