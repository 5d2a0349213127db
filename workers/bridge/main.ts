import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { RECIPES } from "../recipes/catalog.ts";
import { runFromCommandLine } from "./command-line.ts";

/** The worker beside a GPU or CPU: `node workers/bridge/main.ts --server URL --token-file FILE`. */

const root = fileURLToPath(new URL("../..", import.meta.url));

await runFromCommandLine({
  trainers: {
    recipes: RECIPES,
    command: [process.execPath, "workers/trainer/main.ts"],
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
