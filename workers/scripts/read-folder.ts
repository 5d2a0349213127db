import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
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
  /** What a script may have made, and so is not hashed. Empty where `files` names its parts. */
  passedOver: string[];
}

/** The folder holds no recipe that can be started; the message says what to do. */
export class FolderProblem extends Error {}

/** Folders of what a script installs: a program in one of them is named by what it is, not by its bytes. */
const INSTALLED = /^(\..*|__pycache__|node_modules|venv|env|.*\.egg-info)$/;
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
  passedOver: string[];
  stamp: string;
}

/** Every file that the recipe is made of, in the order of their paths. */
function findFiles(folder: string, file: RecipeFile | null): Found {
  const named = file?.files;
  const besides = (file?.beside ?? []).map((path) => [path, folderBeside(folder, path)] as const);
  const roots = [folder, ...besides.map(([, real]) => real)];
  const contained = (path: string) => containedIn(roots, folder, path);
  const paths: string[] = [];
  const stamps: string[] = [];
  const passedOver: string[] = [];
  let bytes = 0;
  const take = (path: string) => {
    // What is no file, as a pipe, would be waited for without end.
    if (!isFile(contained(path)))
      throw new FolderProblem(
        `"${path}" is named in "files" of ${RECIPE_FILE} and is neither a file nor a folder in ${folder}.`,
      );
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
      if (PASSED_OVER.test(entry.name)) {
        if (!INSTALLED.test(entry.name)) passedOver.push(entry.isDirectory() ? `${path}/` : path);
        continue;
      }
      if (entry.isDirectory()) walk(path, depth + 1, all);
      else if (entry.isSymbolicLink() && isFolder(join(folder, path))) contained(path);
      else if ((all || READ.test(entry.name)) && isFile(join(folder, path))) take(path);
    }
  };
  if (named === undefined) {
    walk("", 0, false);
    programsOf(folder, file).forEach(take);
  } else
    for (const path of [RECIPE_FILE, ...named]) {
      const clean = path.replace(/\/+$/, "");
      const facts = lstatSync(join(folder, clean), { throwIfNoEntry: false });
      if (!facts)
        throw new FolderProblem(`"${path}" is named in "files" of ${RECIPE_FILE} and is not in ${folder}.`);
      contained(clean);
      if (facts.isDirectory()) walk(clean, 0, true);
      else take(clean);
    }
  for (const [path] of besides) walk(path, 0, false);
  const order = [...new Set(paths)].toSorted();
  return { paths: order, passedOver, stamp: stamps.toSorted().join("\n") };
}

/** What the command names in the folder counts whatever it is called and wherever it lies, as a program without an ending in `build`. */
const programsOf = (folder: string, file: RecipeFile | null): string[] =>
  (file?.command ?? [])
    .flatMap((part) => (typeof part === "string" ? normalize(part) : []))
    .filter((path) => !path.split(sep).some((name) => INSTALLED.test(name)) && isFile(join(folder, path)));

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A folder beside the script's that is part of it: really there, not a link to somewhere else. */
function folderBeside(folder: string, path: string): string {
  const whole = join(folder, path);
  if (!isFolder(whole))
    throw new FolderProblem(
      `"${path}" is named in "beside" of ${RECIPE_FILE}, and there is no such folder at ${whole}.`,
    );
  const real = realpathSync(whole);
  if (dirname(real) !== dirname(folder))
    throw new FolderProblem(
      `${path} beside ${folder} leads to ${real}, which is not beside it. Copy it there.`,
    );
  return real;
}

/** What a path leads to lies in one of the folders, links included; a script of another one would change without being seen. */
function containedIn(roots: readonly string[], folder: string, path: string): string {
  const real = realpathSync(join(folder, path));
  if (!roots.some((root) => real === root || real.startsWith(root + sep)))
    throw new FolderProblem(
      `${path} in ${folder} leads to ${real}, outside the folder. Copy it into the folder.`,
    );
  return real;
}

/** A text that differs when the folder may hold something else now; cheap enough to be asked every second. */
export function stampOf(folder: string, file: RecipeFile | null): string {
  try {
    return findFiles(realpathSync(folder), file).stamp;
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
    if (!isFile(join(folder, RECIPE_FILE)) && existsSync(join(folder, RECIPE_FILE)))
      throw new FolderProblem(`${RECIPE_FILE} in ${folder} is no file.`);
    text = readFileSync(join(folder, RECIPE_FILE));
  } catch (error) {
    if (error instanceof FolderProblem) throw error;
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
  const { paths, passedOver } = findFiles(folder, file);
  const files = Object.fromEntries(paths.map((path) => [path, sha256(readFileSync(join(folder, path)))]));
  const hash = sha256(contentLines(files));
  return { folder, file, manifest: manifestOfFile(file, hash), files, hash, passedOver };
}
