import { readArguments } from "./arguments.ts";
import { openEmitter } from "./emit.ts";
import { exitCodeOf, trainRequest } from "./train-request.ts";

/**
 * Trains one recipe: `node workers/trainer/main.ts <recipe> --seed=N --param=value ...`, with what it takes from other
 * runs as `<slot>.json` in the folder ABLAB_INPUTS. The first SIGINT ends the run after the step under way; a second one,
 * or SIGTERM, ends the process at once, as the system does by itself.
 */
process.exitCode = await exitCodeOf(async () => {
  const emitter = openEmitter();
  const end = await trainRequest(readArguments(process.argv.slice(2)), emitter);
  if (end === "stopped")
    emitter.log("Stopped on request (SIGINT) after the step under way; every point up to it is written.");
  return end;
});
