import { setImmediate } from "node:timers/promises";
import type { Train } from "../recipes/recipe.ts";
import { ArgumentError, readArguments, type TrainerRequest } from "./arguments.ts";
import { openEmitter } from "./emit.ts";

/** Exit codes: 0 finished, 1 an error, 2 a command line that cannot be run, 130 stopped on request (128 + SIGINT). */
const FAILED = 1;
const REFUSED = 2;
const STOPPED = 130;

/**
 * Trains one recipe: `node workers/trainer/main.ts <recipe> --seed=N --param=value ...`. The first SIGINT ends the run
 * after the step under way; a second one, or SIGTERM, ends the process at once, as the system does by itself.
 */
async function main(): Promise<number> {
  const { emit, log } = openEmitter();
  let request: TrainerRequest;
  try {
    request = readArguments(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    console.error(error.message);
    return REFUSED;
  }
  let isStopping = false;
  process.once("SIGINT", () => {
    isStopping = true;
  });
  const shouldStop = async () => {
    await setImmediate();
    return isStopping;
  };
  const { recipe, params, seed } = request;
  const { train } = (await import(`../recipes/${recipe.slug}/train.ts`)) as { train: Train };
  log(`${recipe.slug}@${recipe.version}, seed ${seed}, pid ${process.pid}`);
  if ((await train({ params, seed, emit, log, shouldStop })) === "finished") return 0;
  log("Stopped on request (SIGINT) after the step under way; every point up to it is written.");
  return STOPPED;
}

try {
  process.exitCode = await main();
} catch (error) {
  // The stack for whoever repairs it; the sentence last, where logs and the run page look for it.
  if (error instanceof Error) console.error(error.stack);
  console.error(`The run failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = FAILED;
}
