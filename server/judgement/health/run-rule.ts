import type { Objection } from "../../contracts/objection.ts";
import type { RuleInfo } from "../rule.ts";

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

/** A rule about one run, while it trains and after. */
export interface RunRule {
  info: RuleInfo & { brief: string };
  /** The series it looks at; what another trainer calls them is brought under these names (`as-ours.ts`). */
  reads: readonly string[];
  check(facts: RunFacts): Objection[];
  /** Whether an objection of this rule takes the meaning from values of a metric, so that they may not be ranked. */
  spoils?(objection: Objection, metric: string): boolean;
}
