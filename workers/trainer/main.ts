import { setImmediate } from "node:timers/promises";
import type { Train } from "../recipes/recipe.ts";
import { Refusal } from "../recipes/refusal.ts";
import { ArgumentError, readArguments, refuseBlocked } from "./arguments.ts";
import { openEmitter } from "./emit.ts";
import { readInputs } from "./read-inputs.ts";

/** Exit codes: 0 finished, 1 an error, 2 a command line or inputs that cannot be run, 130 stopped on request (128 + SIGINT). */
const FAILED = 1;
const REFUSED = 2;
const STOPPED = 130;

/**
 * Trains one recipe: `node workers/trainer/main.ts <recipe> --seed=N --param=value ...`, with what it takes from other
 * runs as `<slot>.json` in the folder ABLAB_INPUTS. The first SIGINT ends the run after the step under way; a second one,
 * or SIGTERM, ends the process at once, as the system does by itself.
 */
async function main(): Promise<number> {
  const { emit, log } = openEmitter();
  const request = readArguments(process.argv.slice(2));
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
  if ((await train({ params, seed, inputs, emit, log, shouldStop })) === "finished") return 0;
  log("Stopped on request (SIGINT) after the step under way; every point up to it is written.");
  return STOPPED;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof ArgumentError || error instanceof Refusal) {
    console.error(error.message);
    process.exitCode = REFUSED;
  } else {
    // The stack for whoever repairs it; the sentence last, where logs and the run page look for it.
    if (error instanceof Error) console.error(error.stack);
    console.error(`The run failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = FAILED;
  }
}
