import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { copyFile } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { readableEntries } from "./content/entries.ts";

/**
 * A further attempt of a run starts with what an earlier one wrote in its working folder, as if both had the same. What is approved
 * stays what is approved: hashed files are not taken over, nor is bytecode, nor anything that would lie in their way.
 */

/** A working folder as it was laid out, before anything was started in it. */
export interface LaidOut {
  /** Its root: the copy lies in it, with what lies around the original. */
  place: string;
  /** The copy of the script's folder. */
  copy: string;
  /** Path from `place` -> mark, of each file and link that is not hashed. */
  laid: Readonly<Record<string, string>>;
}

/** Names of what Python compiled: it is compiled anew from what is approved. */
const BYTECODE = "__pycache__";
/** After so many entries others get their turn. */
const AT_ONCE = 200;

/** What a file or link is known by while nobody has written it; null for anything else, which no layout makes. */
function markOf(path: string): string | null {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts?.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  return facts?.isFile() ? `${facts.size} ${facts.mtimeMs}` : null;
}

/** Marks what lies in a working folder that was just laid out, beside `hashed`, paths from the copy. */
export async function markLaidOut(place: string, copy: string, hashed: readonly string[]): Promise<LaidOut> {
  const wholes = new Set(hashed.map((path) => join(copy, path)));
  const laid: Record<string, string> = {};
  for (const { path } of await findOwn({ place, laid: {} }, (one) => wholes.has(join(place, one)))) {
    const mark = markOf(join(place, path));
    if (mark !== null) laid[path] = mark;
  }
  return { place, copy, laid };
}

interface Own {
  kind: "file" | "link" | "folder";
  /** From the root of its working folder. */
  path: string;
}

/** What an attempt wrote in its working folder: all that is there, is not hashed and was not laid out so. Folders before what is in them. */
async function findOwn(
  { place, laid }: Pick<LaidOut, "place" | "laid">,
  isHashed: (path: string) => boolean,
): Promise<Own[]> {
  const own: Own[] = [];
  const waiting = [""];
  let looked = 0;
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop())
    for (const entry of readableEntries(join(place, below))) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if ((looked += 1) % AT_ONCE === 0) await setImmediate();
      if (entry.name === BYTECODE || isHashed(path)) continue;
      if (entry.isDirectory()) {
        own.push({ kind: "folder", path });
        waiting.push(path);
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        const isLaid = Object.hasOwn(laid, path) && laid[path] === markOf(join(place, path));
        if (!isLaid) own.push({ kind: entry.isFile() ? "file" : "link", path });
      }
    }
  return own;
}

/** A link to a folder becomes a folder of links to what is in it, so that nothing is made where the link leads. */
function openUp(link: string): void {
  const to = statSync(link).isDirectory() ? realTarget(link) : null;
  const names = to === null ? [] : readdirSync(to);
  rmSync(link);
  mkdirSync(link, { mode: 0o700 });
  for (const name of names) if (name !== BYTECODE) symlinkSync(join(to ?? "", name), join(link, name));
}

const realTarget = (link: string): string => {
  const to = readlinkSync(link);
  return isAbsolute(to) ? to : join(link, "..", to);
};

/** The same bytes at another path: by a hard link, so that checkpoints cost neither time nor room, where the earlier process is gone. */
async function sameFile(from: string, to: string, isOver: boolean): Promise<void> {
  if (isOver)
    try {
      linkSync(from, to);
      return;
    } catch {
      // Another disk, or a file system without links.
    }
  const small = (lstatSync(from, { throwIfNoEntry: false })?.size ?? 0) < 1024 * 1024;
  if (small) copyFileSync(from, to, constants.COPYFILE_FICLONE);
  else await copyFile(from, to, constants.COPYFILE_FICLONE);
}

/**
 * Puts into a working folder, just laid out, what an earlier attempt wrote in its own. Resolves to the paths of those files, from the
 * folder of the script. `hashed` are paths from there too. While the earlier process may live (`isOver` is false) files are copied.
 */
export async function carryOver(
  earlier: LaidOut,
  now: LaidOut & { hashed: readonly string[] },
  isOver: boolean,
): Promise<string[]> {
  const fromScript = (path: string) => relative(earlier.copy, join(earlier.place, path));
  const hashed = new Set(now.hashed.map((path) => join(now.copy, path)));
  const placeNow = (path: string) => join(now.copy, fromScript(path));
  const isFolder = new Set([now.place]);

  /** Whether what an attempt wrote may lie there: all above it is a folder of this run. */
  function makeRoom(folder: string): boolean {
    if (isFolder.has(folder)) return true;
    if (!folder.startsWith(now.place + sep) || hashed.has(folder) || !makeRoom(join(folder, "..")))
      return false;
    const facts = lstatSync(folder, { throwIfNoEntry: false });
    if (facts?.isSymbolicLink() && statSync(folder, { throwIfNoEntry: false })) openUp(folder);
    else if (!facts?.isDirectory()) {
      rmSync(folder, { force: true });
      mkdirSync(folder, { mode: 0o700 });
    }
    isFolder.add(folder);
    return true;
  }

  function linkTarget(path: string): string {
    const to = readlinkSync(join(earlier.place, path));
    const isOwn = to === earlier.place || to.startsWith(earlier.place + sep);
    return isOwn ? placeNow(relative(earlier.place, to)) : to;
  }

  const carried: string[] = [];
  const own = await findOwn(earlier, (path) => hashed.has(placeNow(path)));
  for (const [i, { kind, path }] of own.entries()) {
    if (i % AT_ONCE === 0) await setImmediate();
    const to = placeNow(path);
    const there = lstatSync(to, { throwIfNoEntry: false });
    if (kind === "folder") {
      if (!there) makeRoom(to);
      continue;
    }
    if (there?.isDirectory() || !makeRoom(join(to, ".."))) continue;
    rmSync(to, { force: true });
    if (kind === "link") symlinkSync(linkTarget(path), to);
    else await sameFile(join(earlier.place, path), to, isOver);
    carried.push(fromScript(path).split(sep).join("/"));
  }
  return carried;
}
