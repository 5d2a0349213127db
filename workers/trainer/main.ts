import { readArguments } from "./arguments.ts";
import { checkpointFolder } from "./checkpoint-folder.ts";
import { openEmitter } from "./emit.ts";
import { exitCodeOf, trainRequest } from "./train-request.ts";

/**
 * Trains one recipe: `node workers/trainer/main.ts <recipe> --seed=N --param=value ...`, with what it takes from other
 * runs as `<slot>.json` in the folder ABLAB_INPUTS. Where the recipe keeps checkpoints they go to the folder ABLAB_OUTPUT, and
 * ABLAB_RESUME names the one to go on from. The first SIGINT ends the run after the step under way; a second one,
 * or SIGTERM, ends the process at once, as the system does by itself.
 */
process.exitCode = await exitCodeOf(async () => {
  const emitter = openEmitter();
  const request = readArguments(process.argv.slice(2));
  const end = await trainRequest(request, emitter, checkpointFolder(request.recipe));
  if (end === "stopped")
    emitter.log("Stopped on request (SIGINT) after the step under way; every point up to it is written.");
  return end;
});
