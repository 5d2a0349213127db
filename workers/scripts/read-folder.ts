import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { issueText, readRecipeFile } from "../protocol/recipes/check-file.ts";
import { contentLines } from "../protocol/recipes/content-hash.ts";
import { manifestOfFile } from "../protocol/recipes/manifest-of-file.ts";
import { RECIPE_FILE, RECIPE_FILE_BYTES, type RecipeFile } from "../protocol/recipes/recipe-file.ts";
import type { RecipeManifest } from "../protocol/manifest.ts";

/** A script with what makes it a recipe, as it lies in its folder at this moment. */
export interface Script {
  folder: string;
  file: RecipeFile;
  manifest: RecipeManifest;
  /** Path -> sha256 of everything that must not change before a start. */
  files: Record<string, string>;
  /** Of the lines of `files`; part of the manifest's version. */
  hash: string;
}

/** The folder holds no recipe that can be started; the message says what to do. */
export class FolderProblem extends Error {}

/** Folders of what a script makes or installs, and files that are no text of its own. */
const PASSED_OVER =
  /^(\..*|__pycache__|node_modules|venv|env|wandb|mlruns|outputs?|runs|checkpoints?|logs|dist|build|.*\.egg-info)$/;
const READ =
  /\.(py|pyi|json|ya?ml|toml|cfg|ini|txt|md|sh|mjs|cjs|js|ts|jinja2?|j2|r|jl|rs|c|cc|cpp|cu|h|sql)$/i;
const MOST_FILES = 1000;
const MOST_BYTES = 64 * 1024 * 1024;
const DEEPEST = 12;

const sha256 = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Paths of a folder that are hashed, with a text that differs when one of them may have changed. */
interface Found {
  paths: string[];
  stamp: string;
}

/** Every file that the recipe is made of, in the order of their paths. */
function findFiles(folder: string, named: readonly string[] | undefined): Found {
  const paths: string[] = [];
  const stamps: string[] = [];
  let bytes = 0;
  const take = (path: string) => {
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(folder, path));
    paths.push(path);
    stamps.push(`${path} ${size} ${mtimeMs} ${ctimeMs} ${ino}`);
    bytes += size;
    if (paths.length > MOST_FILES || bytes > MOST_BYTES)
      throw new FolderProblem(
        `${folder} holds more than ${MOST_FILES} files or ${MOST_BYTES / 2 ** 20} MiB of them. Name those that the script needs in "files" of ${RECIPE_FILE}.`,
      );
  };
  const walk = (below: string, depth: number, all: boolean) => {
    if (depth > DEEPEST) return;
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (PASSED_OVER.test(entry.name)) continue;
      if (entry.isDirectory()) walk(path, depth + 1, all);
      else if ((all || READ.test(entry.name)) && isFile(join(folder, path))) take(path);
    }
  };
  if (named === undefined) walk("", 0, false);
  else
    for (const path of [RECIPE_FILE, ...named]) {
      const clean = path.replace(/\/+$/, "");
      const facts = lstatSync(join(folder, clean), { throwIfNoEntry: false });
      if (!facts)
        throw new FolderProblem(`"${path}" is named in "files" of ${RECIPE_FILE} and is not in ${folder}.`);
      if (facts.isDirectory()) walk(clean, 0, true);
      else take(clean);
    }
  const order = [...new Set(paths)].toSorted();
  return { paths: order, stamp: stamps.toSorted().join("\n") };
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** What a path leads to lies in the folder, links included; a script of another folder would change without being seen. */
function contained(folder: string, path: string): string {
  const real = realpathSync(join(folder, path));
  if (real !== folder && !real.startsWith(folder + sep))
    throw new FolderProblem(
      `${path} in ${folder} is a link to ${readlinkSync(join(folder, path))}, outside the folder. Copy it into the folder.`,
    );
  return real;
}

/** A text that differs when the folder may hold something else now; cheap enough to be asked every second. */
export function stampOf(folder: string, file: RecipeFile | null): string {
  try {
    return findFiles(folder, file?.files).stamp;
  } catch (error) {
    return String(error);
  }
}

/** Reads a folder with everything that its recipe is made of. Throws `FolderProblem`. */
export function readScript(given: string): Script {
  let folder: string;
  let text: Buffer;
  try {
    folder = realpathSync(given);
    text = readFileSync(join(folder, RECIPE_FILE));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FolderProblem(
      code === "ENOENT"
        ? `There is no ${RECIPE_FILE} in ${given}. Draft one with: npx ablab recipe new ${given}`
        : `${given} cannot be read: ${message}`,
    );
  }
  if (text.length > RECIPE_FILE_BYTES)
    throw new FolderProblem(`${RECIPE_FILE} in ${folder} is larger than ${RECIPE_FILE_BYTES / 1024} KiB.`);
  const read = readRecipeFile(text.toString("utf8"));
  if ("issues" in read) {
    const lines = read.issues.slice(0, 20).map((issue) => issueText(RECIPE_FILE, issue));
    throw new FolderProblem(lines.join("\n"));
  }
  const { file } = read;
  const files = Object.fromEntries(
    findFiles(folder, file.files).paths.map((path) => [path, sha256(readFileSync(contained(folder, path)))]),
  );
  const hash = sha256(contentLines(files));
  return { folder, file, manifest: manifestOfFile(file, hash), files, hash };
}
