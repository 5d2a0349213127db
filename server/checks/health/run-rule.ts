import type { Finding } from "../../contracts/finding.ts";
import type { Reach } from "../../contracts/reach.ts";
import type { RuleInfo } from "../rule.ts";
import type { Fold, Folds } from "./fold.ts";
import type { Stall } from "./machine/stalled.ts";
import type { TrainerSettings } from "./trainer-settings.ts";

/** Points of one metric of a run in x order; `value` is NaN or infinite where the run said so. */
export interface CheckedSeries {
  metric: string;
  x: number[];
  value: number[];
}

/** What is known of a series without reading its points. */
export interface KnownSeries {
  /** As it was sent. */
  metric: string;
  /** Points, at least one, and how many of them are NaN or infinite. */
  n: number;
  nonFinite: number;
  /** The last x, and the value there, which may be NaN or infinite. */
  lastX: number;
  lastValue: number;
}

/** What a run-health rule may look at. Only what was measured, never a name. */
export interface RunFacts<S extends KnownSeries = KnownSeries> {
  series: Map<string, S>;
  /** True when dead groups are drawn again until the batch is full. */
  resamplesDeadGroups: boolean;
  /** Of the trainer's settings, as far as the run says them. */
  settings: TrainerSettings;
  /** That it runs and logs nothing any more; absent where it logs, or has ended. */
  stall?: Stall | null;
  /** How far a script came that exited with code 0, and how long it may have been silent before, in steps; absent for others. */
  end?: (Reach & { silence: number }) | null;
  /** The run's configuration, as a claim names it. */
  config: string;
  /** Spread that the noise injected into the reward would show alone; null where none is. */
  noise: { withinGroupSd: number; pooledSd: number; groupSize: number } | null;
  /** Rewards of the baseline's run with the same seed; null for the baseline itself. */
  reference: { config: string; series: Map<string, S> } | null;
}

/** A walk through all points of a series, in x order, with what a second one has at each x. */
export interface FoldPlan<S extends KnownSeries = KnownSeries> {
  /** Another one for each plan of a rule. */
  key: string;
  over: S;
  beside?: S;
  /** One walk for every rule that has this plan. */
  isShared?: true;
  begin(): Fold;
}

/** A rule about one run, while it trains and after. */
export interface RunRule {
  info: RuleInfo & { brief: string; gate: string };
  /** The series it looks at; what another trainer calls them is brought under these names (`as-ours.ts`). */
  reads: readonly string[];
  /** Further series, by what they are called: parts of a reward have names of people's own. */
  readsLike?: RegExp;
  /** What it would need and the run does not log, in a few words; null where it can look. */
  lacks?(facts: RunFacts): string | null;
  /** What it has to know of points; none where the facts are enough. */
  plans<S extends KnownSeries>(facts: RunFacts<S>): FoldPlan<S>[];
  /** What it says, once each of its plans has seen all points. */
  check(facts: RunFacts, folds: Folds): Finding[];
  /** Whether an objection of this rule takes the meaning from values of a metric, so that they may not be ranked. */
  spoils?(objection: Finding, metric: string): boolean;
}
