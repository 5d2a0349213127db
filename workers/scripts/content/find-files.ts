import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { isRecipeFile, RECIPE_FILE, type RecipeFile } from "../../protocol/recipes/recipe-file.ts";

/** Which files of a folder are hashed, and so approved: the rules by their names and places. Contents are read elsewhere. */

/** The folder holds no recipe that can be started; the message says what to do. */
export class FolderProblem extends Error {}

/** Folders of what a script installs: a program in one of them is named by what it is, not by its bytes. */
const INSTALLED = /^(\..*|__pycache__|node_modules|venv|env|.*\.egg-info)$/;
/** Folders that scripts write to; a run gets its own, so that what it writes there stays with it. */
export const WRITTEN = /^(wandb|mlruns|outputs?|runs|checkpoints?|logs|lightning_logs)$/;
/** Folders of what a script makes or installs, and files that are no text of its own. */
export const PASSED_OVER =
  /^(\..*|__pycache__|node_modules|venv|env|wandb|mlruns|outputs?|runs|checkpoints?|logs|lightning_logs|dist|build|.*\.egg-info)$/;
const READ =
  /\.(py|pyi|json|ya?ml|toml|cfg|ini|txt|md|sh|mjs|cjs|js|ts|jinja2?|j2|r|jl|rs|c|cc|cpp|cu|h|sql)$/i;
/** What Python imports though it is no text: hashed up to a size, above it is said not to be. */
const IMPORTED = /\.(pyc|pyo|so|pyd|dylib|zip|egg|whl|pth)$/i;
const LARGEST_IMPORTED = 4 * 1024 * 1024;
const MOST_FILES = 1000;
export const MOST_BYTES = 64 * 1024 * 1024;
const LONGEST_PATH = 400;
const DEEPEST = 12;

interface Found {
  /** From the folder, those of folders beside it with `../`, in order. */
  paths: string[];
  /** Differs when one of them may have changed. */
  stamp: string;
}

/** The folders that a recipe is made of: its own, and those beside it that its file names. Throws `FolderProblem`. */
export const rootsOf = (folder: string, file: RecipeFile | null): string[] => [
  folder,
  ...(file?.beside ?? []).map((path) => folderBeside(folder, path)),
];

/** Every file that the recipe is made of; recipes beside it are not. `folder` is a real path. Throws `FolderProblem`. */
export function findFiles(folder: string, file: RecipeFile | null, recipe = RECIPE_FILE): Found {
  const named = file?.files;
  const roots = rootsOf(folder, file);
  const contained = (path: string) => containedIn(roots, folder, path);
  const paths: string[] = [];
  const stamps: string[] = [];
  let bytes = 0;
  const take = (path: string, entry?: Dirent) => {
    if (path.length > LONGEST_PATH || /\p{Cc}/u.test(path))
      throw new FolderProblem(
        `${JSON.stringify(path.slice(0, 120))} in ${folder} has a name with control characters or of more than ${LONGEST_PATH} characters. Rename it.`,
      );
    // A file in a folder that is no link lies in it. What is no file, as a pipe, would be waited for without end.
    const facts = factsOf(entry?.isFile() ? join(folder, path) : contained(path));
    if (!facts && entry) return;
    if (!facts?.isFile())
      throw new FolderProblem(
        `"${path}" is named in "files" of ${RECIPE_FILE} and is neither a file nor a folder in ${folder}.`,
      );
    const { size, mtimeMs, ctimeMs, ino } = facts;
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
    for (const entry of entriesOf(join(folder, below))) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (below === "" && entry.name !== recipe && isRecipeFile(entry.name)) continue;
      if (PASSED_OVER.test(entry.name)) stamps.push(`${path} is passed over`);
      else if (entry.isDirectory()) walk(path, depth + 1, all);
      else if (entry.isSymbolicLink() && isFolder(join(folder, path))) contained(path);
      else if (all || isRead(folder, path)) {
        if (entry.isFile() || isFile(join(folder, path))) take(path, entry);
      }
    }
  };
  if (named === undefined) {
    walk("", 0, false);
    programsOf(folder, file).forEach((path) => take(path));
  } else
    for (const path of [recipe, ...named]) {
      const clean = path.replace(/\/+$/, "");
      const facts = lstatSync(join(folder, clean), { throwIfNoEntry: false });
      if (!facts)
        throw new FolderProblem(`"${path}" is named in "files" of ${RECIPE_FILE} and is not in ${folder}.`);
      contained(clean);
      if (facts.isDirectory()) walk(clean, 0, true);
      else take(clean);
    }
  for (const path of file?.beside ?? []) walk(path, 0, false);
  const requirements = file?.python && normalize(file.python.requirements);
  if (requirements !== undefined && existsSync(join(folder, requirements))) take(requirements);
  return { paths: [...new Set(paths)].toSorted(), stamp: stamps.toSorted().join("\n") };
}

/** Whether a file counts by its name alone, wherever no list of `files` says what does. */
export const isRead = (folder: string, path: string): boolean =>
  READ.test(path) || (IMPORTED.test(path) && (factsOf(join(folder, path))?.size ?? 0) <= LARGEST_IMPORTED);

/** What the command names in the folder counts whatever it is called and wherever it lies, as a program without an ending in `build`. */
const programsOf = (folder: string, file: RecipeFile | null): string[] =>
  (file?.command ?? [])
    .flatMap((part) => (typeof part === "string" ? normalize(part) : []))
    .filter((path) => !path.split(sep).some((name) => INSTALLED.test(name)) && isFile(join(folder, path)));

/** What a path leads to; undefined where that is nothing: a link to what is gone, in a circle, or into what nobody may look at. */
export function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const isFile = (path: string): boolean => factsOf(path)?.isFile() ?? false;
const isFolder = (path: string): boolean => factsOf(path)?.isDirectory() ?? false;

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new FolderProblem(
      `${folder} cannot be read: ${(error as Error).message}. Give its owner the right to.`,
    );
  }
}

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
  let real: string;
  try {
    real = realpathSync.native(join(folder, path));
  } catch (error) {
    throw new FolderProblem(`${path} in ${folder} leads to nothing: ${(error as Error).message}. Remove it.`);
  }
  if (!roots.some((root) => real === root || real.startsWith(root + sep)))
    throw new FolderProblem(
      `${path} in ${folder} leads to ${real}, outside the folder. Copy it into the folder.`,
    );
  return real;
}
