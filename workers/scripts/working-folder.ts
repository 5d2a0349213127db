import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { contentLines } from "../protocol/recipes/content-hash.ts";
import { readableEntries } from "./content/entries.ts";
import { rootsOf } from "./content/find-files.ts";
import { inTurns } from "./content/in-turns.ts";
import type { Unhashed } from "./content/unhashed.ts";
import {
  FolderProblem,
  placeOfRecipe,
  readingScript,
  readInPieces,
  type Script,
  sha256,
} from "./read-folder.ts";

/**
 * The folder that one run of a script has for itself. Its hashed files are copies, of the very bytes that the hash is of; the rest of
 * its folder, and what lies around it up to its git repository, are links. So relative paths lead where they always did, what is
 * changed in the original afterwards is not seen, and what the script writes beside itself stays with the run.
 */
export interface WorkingFolder {
  /** The script as it runs: `folder` is the copy. */
  script: Script;
  /** The folder that it was copied from. */
  origin: string;
}

/** A file that is not hashed is copied up to this size, so that writing to it changes no original; what is larger is linked. */
const COPIED_BYTES = 256 * 1024;
const MOST_COPIED = 200;
/** So far above the folder its git repository is looked for. */
const MOST_ABOVE = 6;
/** A folder around the script's with more entries than this is not laid out. */
const MOST_AROUND = 500;
/** Stands in the name of a folder that is being removed. */
const GONE = ".gone-";

/** The folder up to which what lies around a script is laid out: that of its git repository, or else the one it lies in. */
function topOf(folder: string): string {
  let above = folder;
  for (let i = 0; i <= MOST_ABOVE && above !== dirname(above); i++, above = dirname(above))
    if (lstatSync(join(above, ".git"), { throwIfNoEntry: false }))
      return above === folder ? dirname(folder) : above;
  return dirname(folder);
}

function link(to: string, at: string): void {
  try {
    symlinkSync(to, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function placeInGitFile(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? /^gitdir: (.+)$/m.exec(readFileSync(path, "utf8"))?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** A file called .git says where the repository is, maybe from its own place. */
function linkGit(from: string, at: string): void {
  const place = placeInGitFile(from);
  if (place === undefined) link(from, at);
  else writeFileSync(at, `gitdir: ${resolve(dirname(from), place)}\n`);
}

/** A folder above that lets nobody look is passed through all the same. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Links to what lies around the folder, from its repository down to it; what is a folder of the run already stays that. */
function* layAround(top: string, folder: string, place: string): Generator<undefined, void> {
  const below = relative(top, folder).split(sep);
  for (const [i, next] of below.entries()) {
    const at = below.slice(0, i).join(sep);
    const entries = namesIn(join(top, at));
    const wanted = entries.length > MOST_AROUND ? entries.filter((name) => name === ".git") : entries;
    for (const name of wanted) {
      if (name === next) continue;
      const to = join(place, at, name);
      const from = join(top, at, name);
      if (name === ".git") linkGit(from, to);
      // Git reads what it is to ignore from no link.
      else if (!name.startsWith(".git") || !copySmall(from, to)) link(from, to);
      yield;
    }
  }
}

function* layUnhashed({ folders, links }: Unhashed, folder: string): Generator<undefined, void> {
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  let copied = 0;
  for (const [path, { to, isFile }] of links) {
    const at = join(folder, path);
    if (basename(path) === ".git") linkGit(to, at);
    else if (!isFile || copied >= MOST_COPIED || !copySmall(to, at)) link(to, at);
    else copied += 1;
    yield;
  }
}

/** Writes a file that is not there yet, whole or not at all. */
function writeSmall(to: string, bytes: Buffer, mode: number): void {
  const fd = openSync(to, "wx", mode & 0o777);
  try {
    writeFileSync(fd, bytes);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Copies a small file; false where it is none, or cannot be read: it can be linked all the same. */
function copySmall(from: string, to: string): boolean {
  let fd: number | undefined;
  try {
    if (statSync(from).size > COPIED_BYTES) return false;
    fd = openSync(from, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(fd);
    if (!facts.isFile() || facts.size > COPIED_BYTES) return false;
    writeSmall(to, readFileSync(fd), facts.mode);
    return true;
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** A hashed path that was a link to another hashed path is one again, so that its target is found where it looks. */
function restoreLinks({ folder, file, files }: Script, copy: string): void {
  const roots = rootsOf(folder, file);
  for (const path of Object.keys(files)) {
    if (!lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    const real = realpathSync(join(folder, path));
    const target = relative(folder, real).split(sep).join("/");
    const isSame = files[target] === files[path] && roots.some((root) => real.startsWith(root + sep));
    if (!isSame) continue;
    rmSync(join(copy, path));
    symlinkSync(relative(dirname(join(folder, path)), real), join(copy, path));
  }
}

/** Takes a folder out of the way at once. */
function setAside(place: string): void {
  try {
    renameSync(place, `${place}${GONE}${randomUUID()}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/**
 * Removes in the background what was set aside, also by a process that ended before it had. After a copy, never before: for seconds
 * after a removal some file systems make files ten times slower.
 */
function removeSetAside(place: string): void {
  const gone = `${basename(place)}${GONE}`;
  for (const { name } of readableEntries(dirname(place)))
    if (name.startsWith(gone))
      rm(join(dirname(place), name), { recursive: true, force: true }).catch(() => {});
}

function* working(given: string, place: string): Generator<undefined, WorkingFolder> {
  const { folder: origin, recipe } = placeOfRecipe(given);
  const top = topOf(origin);
  const copy = join(place, relative(top, origin));
  const made = new Set<string>();
  const script = yield* readingScript(join(origin, recipe), (path, { bytes, at, mode }) => {
    const to = join(copy, path);
    const parent = dirname(to);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true, mode: 0o700 });
    made.add(parent);
    writeFileSync(to, bytes, { flag: at === 0 ? "wx" : "a", mode: (mode & 0o777) | 0o600 });
  });
  restoreLinks(script, copy);
  yield* layUnhashed(script.unhashed, copy);
  yield* layAround(top, origin, place);
  return { script: { ...script, folder: copy }, origin };
}

/**
 * Makes the folder of a run at `place`, anew where one is there, out of what the script's folder holds meanwhile. Whoever
 * starts it compares the version. Rejects with `FolderProblem`, and then nothing is left.
 */
export async function makeWorkingFolder(given: string, place: string): Promise<WorkingFolder> {
  try {
    setAside(place);
    return await inTurns(working(given, place));
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    if (error instanceof FolderProblem) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const advice =
      code === "EEXIST" ? " Names that differ by capitals alone need a disk that tells them apart." : "";
    throw new FolderProblem(`${given} cannot be copied for the run to ${place}: ${message}.${advice}`);
  } finally {
    removeSetAside(place);
  }
}

/** The hash of each file of a run's folder, and of all of them, as they lie there now. Rejects with `FolderProblem`. */
export function hashOfCopy({ folder, files }: Pick<Script, "folder" | "files">) {
  function* hashing(): Generator<undefined, { files: Record<string, string>; hash: string }> {
    const now: Record<string, string> = {};
    for (const path of Object.keys(files)) now[path] = yield* readInPieces(folder, path);
    return { files: now, hash: sha256(contentLines(now)) };
  }
  return inTurns(hashing());
}

/**
 * A text of a command or a configuration in which a path into the original folder, also behind "=", leads into the copy: what a
 * person wrote out whole is not to pass the copy by.
 */
export function intoCopy({ script, origin }: WorkingFolder, text: string): string {
  const at = text.indexOf("=") + 1;
  for (const from of [0, at]) {
    const path = text.slice(from);
    if (!isAbsolute(path)) continue;
    const way = wayFrom(origin, path);
    const inside = way !== null && (way in script.files || !way.startsWith(".."));
    if (inside) return text.slice(0, from) + join(script.folder, way);
  }
  return text;
}

/** The way from a folder to what a path leads to; null where that is nothing. */
function wayFrom(folder: string, path: string): string | null {
  try {
    return relative(folder, realpathSync(path)).split(sep).join("/");
  } catch {
    return null;
  }
}
