import type { Policy } from "../nn/policy.ts";
import type { DrawnGroup } from "./draw-groups.ts";
import type { Decisions } from "./experience.ts";
import type { EpisodeCredit, PolicyLossTotals } from "./policy-loss.ts";
import type { LossFunction } from "./update.ts";

/** What a method did to the rewards of one draw. */
export interface RescaleReport {
  beta: number;
  baseline: number;
  /** Share of the calls that took the noise branch. */
  noisyShare: number;
}

/** What one algorithm of the family does in its own way; everything else is the loop's. */
export interface GroupMethod {
  /** What it carries from one step to the next, for a training that goes on later. */
  carried?: { read(): number; write(value: number): void };
  /** Replaces the shaped rewards of the groups of one draw. Called once for each draw, in their order. */
  rescale?(groups: readonly DrawnGroup[], at: { trainStep: number; draw: number }): RescaleReport;
  /** Advantages of the episodes of one group from their shaped rewards; `batch` has those of all groups that are kept. */
  advantages(rewards: readonly number[], batch?: readonly number[]): number[];
  /** Minibatches hold whole episodes, since the loss of a decision depends on the others of its episode. */
  wholeEpisodes: boolean;
  /** False: nothing is clipped, so there is no share of clipped decisions to report. */
  clips: boolean;
  /** Can a decision of an episode with this advantage have a slope? A wrong true only costs time. */
  hasSlope(advantage: number): boolean;
  /** The loss of a minibatch; `credits` is indexed by episode, `totals` counts on over the minibatches of a step. */
  loss(
    policy: Policy,
    experience: Decisions,
    decisions: readonly number[],
    credits: readonly EpisodeCredit[],
    totals: PolicyLossTotals,
  ): LossFunction;
}
