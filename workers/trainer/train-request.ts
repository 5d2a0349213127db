import { setImmediate } from "node:timers/promises";
import type { SavedState, Train } from "../recipes/recipe.ts";
import { Refusal } from "../recipes/refusal.ts";
import { ArgumentError, refuseBlocked, type TrainerRequest } from "./arguments.ts";
import type { Emitter } from "./emit.ts";
import { readInputs } from "./read-inputs.ts";

/** Exit codes: 0 finished, 1 an error, 2 a command line or inputs that cannot be run, 130 stopped on request (128 + SIGINT). */
const FAILED = 1;
const REFUSED = 2;
const STOPPED = 130;

/** Trains what was asked for, in this process. The first SIGINT ends it after the step under way. */
export async function trainRequest(
  request: TrainerRequest,
  { emit, log }: Emitter,
  saved?: SavedState,
): Promise<"finished" | "stopped"> {
  const { recipe, params, seed } = request;
  const { inputs, given } = readInputs(recipe);
  refuseBlocked(request, given);
  let isStopping = false;
  process.once("SIGINT", () => {
    isStopping = true;
  });
  const shouldStop = async () => {
    await setImmediate();
    return isStopping;
  };
  const { train } = (await import(`../recipes/${recipe.slug}/train.ts`)) as { train: Train };
  log(`${recipe.slug}@${recipe.version}, seed ${seed}, pid ${process.pid}`);
  const context = { params, seed, inputs, emit, log, shouldStop };
  return train(saved ? { ...context, saved } : context);
}

/** Runs a program whose end is its exit code; an error becomes a sentence for people, and the code that fits it. */
export async function exitCodeOf(program: () => Promise<"finished" | "stopped">): Promise<number> {
  try {
    return (await program()) === "finished" ? 0 : STOPPED;
  } catch (error) {
    if (error instanceof ArgumentError || error instanceof Refusal) {
      console.error(error.message);
      return REFUSED;
    }
    // The stack for whoever repairs it; the sentence last, where logs and the run page look for it.
    if (error instanceof Error) console.error(error.stack);
    console.error(`The run failed: ${error instanceof Error ? error.message : String(error)}`);
    return FAILED;
  }
}
