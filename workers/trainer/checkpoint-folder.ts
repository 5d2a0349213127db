import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { CHECKPOINT_VARIABLES } from "../protocol/attempts/checkpoints.ts";
import type { RecipeManifest } from "../protocol/manifest.ts";
import type { SavedState } from "../recipes/recipe.ts";
import { Refusal } from "../recipes/refusal.ts";
import { writeAll } from "./emit.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Least time between two checkpoints of a running training: what a kill costs at most, and a step it is made in. */
const EVERY_MS = 1000;

/**
 * Checkpoints of a training that a worker has started: `checkpoint-N` in its output folder, the newest alone, whole whenever the
 * process ends. Undefined where nobody named a folder, or the recipe keeps none. Nothing that is written here decides a number.
 */
export function checkpointFolder(
  { slug, version, checkpoints }: RecipeManifest,
  environment: Environment = process.env,
  now: () => number = () => performance.now(),
): SavedState | undefined {
  const folder = environment[CHECKPOINT_VARIABLES.folder];
  const resume = environment[CHECKPOINT_VARIABLES.resume];
  if (folder === undefined || checkpoints === undefined) return undefined;
  let keptAt = -Infinity;
  let kept: string | null = null;
  return {
    recipe: `${slug}@${version}`,
    read: () => (resume === undefined ? null : readCheckpoint(resume)),
    write(trainStep, state, last) {
      if (!last && now() - keptAt < EVERY_MS) return;
      const path = join(folder, checkpoints.replace("*", String(trainStep)));
      writeDurably(path, state());
      if (kept !== null && kept !== path) rmSync(kept, { force: true });
      kept = path;
      keptAt = now();
    },
  };
}

function readCheckpoint(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Refusal(
      `The checkpoint ${path} cannot be read (${(error as Error).message}). Retry the run from its start.`,
      { cause: error },
    );
  }
}

/** Its name is there only with its whole content, also after a power cut. */
function writeDurably(path: string, text: string): void {
  const part = join(dirname(path), ".checkpoint.part");
  const fd = openSync(part, "w", 0o600);
  try {
    writeAll(fd, text);
    fsyncSync(fd);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(part, path);
}
