import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { RECIPES } from "../recipes/catalog.ts";
import { runFromCommandLine } from "./command-line.ts";

/** The worker beside a GPU or CPU: `node workers/bridge/main.ts --server URL --token-file FILE`. */

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * What keeps a trainer within 250 MB, also while HiGHS is compiled for it: a small young generation, and one thread for
 * the compiler and the collector, since every thread brings a heap of its own.
 */
const TRAINER_FLAGS = ["--max-semi-space-size=4", "--v8-pool-size=1"];

await runFromCommandLine({
  trainers: {
    recipes: RECIPES,
    command: [process.execPath, ...TRAINER_FLAGS, "workers/trainer/main.ts"],
    cwd: root,
  },
  version: programVersion(),
});

/** The workers folder may stand alone on another machine, without a package.json. */
function programVersion(): string {
  try {
    return String(JSON.parse(readFileSync(`${root}/package.json`, "utf8")).version).slice(0, 40);
  } catch {
    return "unversioned";
  }
}
