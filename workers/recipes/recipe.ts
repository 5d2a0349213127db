import type { TrainerEvent } from "../protocol/events.ts";
import type { Params } from "../protocol/manifest.ts";

/** What a trainer process gives a recipe. Parameters were checked against the recipe's fields. */
export interface TrainContext {
  params: Params;
  seed: number;
  /** Writes one event; it is on disk, or an error was thrown, when this returns. */
  emit(event: TrainerEvent): void;
  /** One line for people, into the run's log. */
  log(line: string): void;
  /** Lets signals through and tells whether the run was asked to stop; a recipe asks between two units of work. */
  shouldStop(): Promise<boolean>;
}

/** The code of a recipe. `stopped`: it ended early because it was asked to, with everything it had to say already said. */
export type Train = (context: TrainContext) => Promise<"finished" | "stopped">;
