import type { LevelTally } from "../curriculum/stage.ts";
import type { AdamState } from "../nn/adam.ts";

/**
 * All that a training needs to go on after a train step as if it had never stopped. Random streams depend on the seed and
 * the step alone, so none is part of it.
 */
export interface TrainingState {
  trainStep: number;
  parameters: Float32Array;
  /** Parameters of the KL term's reference. */
  reference: Float32Array;
  optimizer: AdamState;
  /** What the method carries from step to step; 0 where it carries nothing. */
  carried: number;
  /** What the problem source saw at each step, oldest first; empty where its draws depend on nothing of it. */
  past: readonly (readonly LevelTally[])[];
}

/** Where a training begins, and who keeps its states. */
export interface Continuation {
  /** Null: at the first step. */
  from: TrainingState | null;
  /** Called after each train step; the state is copied when asked for, and only then. */
  keep(trainStep: number, state: () => TrainingState): void;
}

export const FROM_THE_START: Continuation = { from: null, keep: () => {} };
