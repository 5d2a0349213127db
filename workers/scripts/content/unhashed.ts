import { type Dirent, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, posix, relative, sep } from "node:path";
import { isRecipeFile } from "../../protocol/recipes/recipe-file.ts";
import { readableEntries } from "./entries.ts";
import { factsOf, FolderProblem, isRead, PASSED_OVER, WRITTEN } from "./find-files.ts";

/**
 * What lies in the folders of a recipe and is not hashed: data, weights, environments, build results. A run sees it through links,
 * in folders of its own where they are not large.
 */
export interface Unhashed {
  /** Folders that a run has for itself, those above first, so that what is made in them stays with it. */
  folders: string[];
  /** Path -> where it leads: absolute, or from its own folder where that is part of the recipe again. */
  links: Map<string, { to: string; isFile: boolean }>;
  /** The same as a person is told it: paths, folders with a slash and without what is in them. */
  names: string[];
  /** Those of them from which code can come. */
  code: string[];
  /** Names that no program can open by a text. */
  unreadable: string[];
}

/** Bytecode of a folder is never given to a run: what is hashed is what is compiled. */
const BYTECODE = "__pycache__";
const CODE = /\.(py|pyc|pyo|so|pyd|dylib|egg|whl|pth|js|mjs|cjs|ts|sh|jl|r|rb|pl|lua)$/i;
/** A file beside the script from which Python imports as from a folder. */
const PACKED = /\.zip$/i;
/** Most entries that are looked at for code in a folder that is linked whole, and in all of them. */
const MOST_LOOKED_AT = 500;
const MOST_LOOKED_AT_IN_ALL = 20_000;
/** Most that lies beside the hashed files: each is a link of every run, and making them keeps a worker from all else. */
const MOST_LINKS = 10_000;
/** Most entries of folders without hashed files that a run has for itself; what is larger is linked whole. */
const MOST_OWN = 1000;

/** Folders above these paths, each once. */
function foldersAbove(paths: Iterable<string>): Set<string> {
  const above = new Set<string>();
  for (const path of paths)
    for (let at = posix.dirname(path); at !== "." && !above.has(at); at = posix.dirname(at)) above.add(at);
  return above;
}

/** Whether code lies in a folder, by a bounded look; one that no look is left for may hold some. */
function holdsCode(folder: string, look: { left: number }): boolean {
  if (look.left <= 0) return true;
  const waiting = [folder];
  let looked = 0;
  for (let at = waiting.shift(); at !== undefined && looked < MOST_LOOKED_AT; at = waiting.shift())
    for (const entry of readableEntries(at)) {
      looked += 1;
      look.left -= 1;
      if (looked > MOST_LOOKED_AT) break;
      if (entry.isDirectory()) waiting.push(join(at, entry.name));
      else if (CODE.test(entry.name)) return true;
    }
  return false;
}

/** A link to what is not there, under a name of a module: what somebody puts there later would be imported. */
const isOpenLink = (path: string, entry: Dirent): boolean =>
  entry.isSymbolicLink() && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(entry.name) && factsOf(path) === undefined;

/** Where a link of the folder leads, seen from the link's own folder; null where it leaves the recipe or to nothing. */
function wayInside(folder: string, roots: readonly string[], path: string): string | null {
  try {
    const real = realpathSync(join(folder, path));
    const isInside = roots.some((root) => real === root || real.startsWith(root + sep));
    return isInside ? relative(join(folder, dirname(path)), real) || "." : null;
  } catch {
    return null;
  }
}

interface Recipe {
  /** Real paths: the folder itself, then those beside it. */
  roots: readonly string[];
  /** What is hashed, from the folder. */
  paths: readonly string[];
  /** The recipe file lists what is hashed: other files of the folder are not, whatever they are called. */
  isListed: boolean;
}

/** Everything beside the hashed files of a recipe. Contents are not read. Throws `FolderProblem`. */
export function findUnhashed({ roots, paths, isListed }: Recipe): Unhashed {
  const [folder] = roots;
  const hashed = new Set(paths);
  const holding = foldersAbove(paths);
  const found: Unhashed = { folders: [], links: new Map(), names: [], code: [], unreadable: [] };
  const look = { left: MOST_LOOKED_AT_IN_ALL };
  let own = 0;

  function link(path: string, entry: Dirent, isNamed: boolean): void {
    const whole = join(folder, path);
    if (entry.name.includes("\ufffd") && !lstatSync(whole, { throwIfNoEntry: false })) {
      found.unreadable.push(path);
      return;
    }
    const inside = entry.isSymbolicLink() ? wayInside(folder, roots, path) : null;
    if (found.links.size >= MOST_LINKS)
      throw new FolderProblem(
        `${folder} holds more than ${MOST_LINKS} files and folders beside those that are hashed. Move them into a folder without code, below it or elsewhere: a run sees that by one link.`,
      );
    found.links.set(path, { to: inside ?? whole, isFile: entry.isFile() });
    if (inside !== null) return;
    if (isNamed) found.names.push(entry.isDirectory() ? `${path}/` : path);
    const isProgram = CODE.test(entry.name) || PACKED.test(entry.name);
    if (isProgram && !entry.isDirectory()) found.code.push(path);
    else if (isOpenLink(whole, entry)) found.code.push(path);
    else if (!entry.isFile() && holdsCode(whole, look)) found.code.push(`${path}/`);
  }

  function lay(below: string, isPassedOver: boolean, isNamed: boolean): void {
    for (const entry of readableEntries(join(folder, below))) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (hashed.has(path) || entry.name === BYTECODE) continue;
      // A recipe beside it is of other runs.
      if (below === "" && isRecipeFile(entry.name)) continue;
      const isOut = isPassedOver || PASSED_OVER.test(entry.name);
      const isOwn = !isOut || isPassedOver || WRITTEN.test(entry.name);
      if (entry.isDirectory() && (holding.has(path) || (isOwn && hasRoom(path)))) {
        const isFirst = isNamed && !holding.has(path);
        if (isFirst) found.names.push(`${path}/`);
        found.folders.push(path);
        lay(path, isOut, isNamed && !isFirst);
      } else {
        if (!isOut && entry.isFile() && (!isListed || path.startsWith("../")) && isRead(folder, path))
          throw new FolderProblem(`${path} has come into ${folder} while it was read. Try again.`);
        link(path, entry, isNamed);
      }
    }
  }

  function hasRoom(path: string): boolean {
    const more = readableEntries(join(folder, path)).length;
    if (own + more > MOST_OWN) return false;
    own += more;
    return true;
  }

  lay("", false, true);
  for (const root of roots.slice(1)) {
    const path = `../${basename(root)}`;
    found.folders.push(path);
    lay(path, false, true);
  }
  return found;
}
