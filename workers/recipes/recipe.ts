import type { TrainerEvent } from "../protocol/events.ts";
import type { EvaluationInput, LabelsInput, NetworkInput, ProblemsInput } from "../protocol/inputs.ts";
import type { Params } from "../protocol/manifest.ts";

/** What a run was given, by slot. Every file was checked against the slot's kind, and no required slot is empty. */
export interface TrainInputs {
  /** Weights of a policy or of a process reward model; null where an optional slot is empty. */
  network(slot: string): NetworkInput | null;
  /** Throws where the slot is empty or holds something else: the manifest must say that it is required. */
  evaluation(slot: string): EvaluationInput;
  labels(slot: string): LabelsInput;
  /** A problem set; null where an optional slot is empty. */
  problems(slot: string): ProblemsInput | null;
}

/** The last state of a training that may be interrupted. */
export interface SavedState {
  /** The recipe with its version, as "grpo@3": another one does not go on with it. */
  recipe: string;
  /** Null before the first. */
  read(): string | null;
  /** The state after a train step, asked for where it is kept; `last`: the training ends with it. */
  write(trainStep: number, state: () => string, last: boolean): void;
}

/** What a trainer process gives a recipe. Parameters were checked against the recipe's fields. */
export interface TrainContext {
  params: Params;
  seed: number;
  inputs: TrainInputs;
  /** Writes one event; it is on disk, or an error was thrown, when this returns. */
  emit(event: TrainerEvent): void;
  /** One line for people, into the run's log. */
  log(line: string): void;
  /** Where an interrupted training finds how far it came; absent where each begins anew. */
  saved?: SavedState;
  /** Lets signals through and tells whether the run was asked to stop; a recipe asks between two units of work. */
  shouldStop(): Promise<boolean>;
}

/**
 * The code of a recipe. `stopped`: it ended early because it was asked to, with everything it had to say already said.
 * Throws `Refusal` where what it was given does not fit.
 */
export type Train = (context: TrainContext) => Promise<"finished" | "stopped">;
