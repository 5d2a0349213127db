import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { issueText, readRecipeFile } from "../protocol/recipes/check-file.ts";
import { contentLines } from "../protocol/recipes/content-hash.ts";
import { manifestOfFile } from "../protocol/recipes/manifest-of-file.ts";
import { RECIPE_FILE, RECIPE_FILE_BYTES, type RecipeFile } from "../protocol/recipes/recipe-file.ts";
import type { RecipeManifest } from "../protocol/manifest.ts";
import { findFiles, FolderProblem, MOST_BYTES, rootsOf } from "./content/find-files.ts";
import { findUnhashed, type Unhashed } from "./content/unhashed.ts";

export { FolderProblem };

/** A script with what makes it a recipe, as it lies in its folder at this moment. */
export interface Script {
  folder: string;
  file: RecipeFile;
  manifest: RecipeManifest;
  /** Path -> sha256 of everything that must not change before a start. */
  files: Record<string, string>;
  /** Of the lines of `files`; part of the manifest's version. */
  hash: string;
  /** What lies beside those files and is not hashed. */
  unhashed: Unhashed;
}

/** Takes each hashed file: the very bytes that its hash is of, and its mode. */
export type TakeFile = (path: string, bytes: Buffer, mode: number) => void;

export const sha256 = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** A file as it is at one moment; never waits, whatever came into its place since it was looked at. Throws `FolderProblem`. */
function readOnce(folder: string, path: string): { bytes: Buffer; mode: number } {
  try {
    const fd = openSync(join(folder, path), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = fstatSync(fd);
      if (!facts.isFile() || facts.size > MOST_BYTES)
        throw new Error("it is no file any more, or a huge one");
      return { bytes: readFileSync(fd), mode: facts.mode };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw new FolderProblem(
      `${path} in ${folder} cannot be read, and it is part of the recipe: ${(error as Error).message}`,
    );
  }
}

/** A text that differs when the folder may hold something else now; cheap enough to be asked every second. */
export function stampOf(folder: string, file: RecipeFile | null): string {
  try {
    return findFiles(realpathSync(folder), file).stamp;
  } catch (error) {
    return String(error);
  }
}

/**
 * Reads a folder with everything that its recipe is made of, each file once: what is hashed is what is taken.
 * Throws `FolderProblem`.
 */
export function readScript(given: string, take?: TakeFile): Script {
  let folder: string;
  let recipe: ReturnType<typeof readOnce>;
  try {
    folder = realpathSync(given);
    if (!statSync(join(folder, RECIPE_FILE)).isFile())
      throw new FolderProblem(`${RECIPE_FILE} in ${folder} is no file.`);
    recipe = readOnce(folder, RECIPE_FILE);
  } catch (error) {
    if (error instanceof FolderProblem) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FolderProblem(
      code === "ENOENT"
        ? `There is no ${RECIPE_FILE} in ${given}. Draft one with: npx ablab recipe new ${given}`
        : `${given} cannot be read: ${message}`,
    );
  }
  const text = recipe.bytes;
  if (text.length > RECIPE_FILE_BYTES)
    throw new FolderProblem(`${RECIPE_FILE} in ${folder} is larger than ${RECIPE_FILE_BYTES / 1024} KiB.`);
  const read = readRecipeFile(text.toString("utf8"));
  if ("issues" in read) {
    const lines = read.issues.slice(0, 20).map((issue) => issueText(RECIPE_FILE, issue));
    throw new FolderProblem(lines.join("\n"));
  }
  const { file } = read;
  const { paths } = findFiles(folder, file);
  const files = Object.fromEntries(
    paths.map((path) => {
      const { bytes, mode } = path === RECIPE_FILE ? recipe : readOnce(folder, path);
      take?.(path, bytes, mode);
      return [path, sha256(bytes)];
    }),
  );
  const hash = sha256(contentLines(files));
  const roots = rootsOf(folder, file);
  const unhashed = findUnhashed({ roots, paths, isListed: file.files !== undefined });
  return { folder, file, manifest: manifestOfFile(file, hash), files, hash, unhashed };
}
