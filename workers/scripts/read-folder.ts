import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { issueText, readRecipeFile } from "../protocol/recipes/check-file.ts";
import { contentLines } from "../protocol/recipes/content-hash.ts";
import { manifestOfFile } from "../protocol/recipes/manifest-of-file.ts";
import {
  isRecipeFile,
  RECIPE_FILE,
  RECIPE_FILE_BYTES,
  type RecipeFile,
} from "../protocol/recipes/recipe-file.ts";
import type { RecipeManifest } from "../protocol/manifest.ts";
import { findFiles, FolderProblem, MOST_BYTES, rootsOf } from "./content/find-files.ts";
import { atOnce } from "./content/in-turns.ts";
import { findUnhashed, type Unhashed } from "./content/unhashed.ts";

export { FolderProblem };

/** A script with what makes it a recipe, as it lies in its folder at this moment. */
export interface Script {
  folder: string;
  /** Name of its recipe file in the folder. */
  recipe: string;
  file: RecipeFile;
  manifest: RecipeManifest;
  /** Path -> sha256 of everything that must not change before a start. */
  files: Record<string, string>;
  /** Of the lines of `files`; part of the manifest's version. */
  hash: string;
  /** What lies beside those files and is not hashed. */
  unhashed: Unhashed;
}

/** Takes each hashed file in pieces, from its byte `at` on: the very bytes that its hash is of, and its mode. */
export type TakeFile = (path: string, piece: { bytes: Buffer; at: number; mode: number }) => void;

export const sha256 = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Most of a file that is read at once, bytes. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Reads a file as it is now, in pieces, with a pause after each, and resolves to its hash. It never waits, whatever came into its
 * place since it was looked at. Throws `FolderProblem`, and what `take` throws.
 */
export function* readInPieces(folder: string, path: string, take?: TakeFile): Generator<undefined, string> {
  function orSay<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw new FolderProblem(
        `${path} in ${folder} cannot be read, and it is part of the recipe: ${(error as Error).message}`,
      );
    }
  }
  const hash = createHash("sha256");
  const fd = orSay(() => openSync(join(folder, path), constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const { size, mode } = orSay(() => {
      const facts = fstatSync(fd);
      if (facts.isFile() && facts.size <= MOST_BYTES) return facts;
      throw new Error("it is no file any more, or a huge one");
    });
    const room = Buffer.allocUnsafe(Math.min(size + 1, PIECE_BYTES));
    let at = 0;
    for (let isWhole = false; !isWhole;) {
      const length = orSay(() => readSync(fd, room));
      const bytes = room.subarray(0, length);
      isWhole = length === 0 || (length < room.length && at + length === size);
      orSay(() => {
        if (at + length > MOST_BYTES) throw new Error("it has become a huge one");
      });
      if (length > 0 || at === 0) {
        hash.update(bytes);
        take?.(path, { bytes, at, mode });
      }
      at += length;
      yield;
    }
  } finally {
    closeSync(fd);
  }
  return hash.digest("hex");
}

/** The folder, as a real path, and the recipe file that a path means: a folder's usual one, or the one that it names. */
export function placeOfRecipe(given: string): { folder: string; recipe: string } {
  const recipe = basename(given);
  return isRecipeFile(recipe) && statSync(given, { throwIfNoEntry: false })?.isFile()
    ? { folder: realpathSync(dirname(given)), recipe }
    : { folder: realpathSync(given), recipe: RECIPE_FILE };
}

/** A text that differs when the folder may hold something else now; cheap enough to be asked every second. */
export function stampOf(folder: string, file: RecipeFile | null): string {
  try {
    const at = placeOfRecipe(folder);
    return findFiles(at.folder, file, at.recipe).stamp;
  } catch (error) {
    return String(error);
  }
}

/**
 * Reads a folder with everything that its recipe is made of, each file once: what is hashed is what is taken.
 * Throws `FolderProblem`.
 */
export const readScript = (given: string): Script => atOnce(readingScript(given));

/** The same with a pause after each file, for `inTurns`. */
export function* readingScript(given: string, take?: TakeFile): Generator<undefined, Script> {
  let folder: string;
  let recipe: string;
  try {
    ({ folder, recipe } = placeOfRecipe(given));
    if (!statSync(join(folder, recipe)).isFile())
      throw new FolderProblem(`${recipe} in ${folder} is no file.`);
  } catch (error) {
    if (error instanceof FolderProblem) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FolderProblem(
      code === "ENOENT"
        ? `There is no ${RECIPE_FILE} in ${given}. Draft one with: npx ablab recipe new ${given}`
        : `${given} cannot be read: ${message}`,
    );
  }
  const pieces: Buffer[] = [];
  let modeOfRecipe = 0;
  const recipeHash = yield* readInPieces(folder, recipe, (_path, { bytes, mode }) => {
    pieces.push(Buffer.from(bytes));
    modeOfRecipe = mode;
  });
  const text = Buffer.concat(pieces);
  if (text.length > RECIPE_FILE_BYTES)
    throw new FolderProblem(`${recipe} in ${folder} is larger than ${RECIPE_FILE_BYTES / 1024} KiB.`);
  const read = readRecipeFile(text.toString("utf8"));
  if ("issues" in read) {
    const lines = read.issues.slice(0, 20).map((issue) => issueText(recipe, issue));
    throw new FolderProblem(lines.join("\n"));
  }
  const { file } = read;
  const { paths } = findFiles(folder, file, recipe);
  const files: Record<string, string> = {};
  for (const path of paths) {
    if (path === recipe) take?.(path, { bytes: text, at: 0, mode: modeOfRecipe });
    files[path] = path === recipe ? recipeHash : yield* readInPieces(folder, path, take);
  }
  const hash = sha256(contentLines(files));
  const roots = rootsOf(folder, file);
  const unhashed = findUnhashed({ roots, paths, isListed: file.files !== undefined });
  return { folder, recipe, file, manifest: manifestOfFile(file, hash), files, hash, unhashed };
}
