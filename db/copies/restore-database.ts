import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { openToRead } from "../client.ts";
import { isCorrupt } from "../damage.ts";
import { readMigrations } from "../migrate.ts";
import { copyDatabase, reasonOf, syncPath } from "./copy-database.ts";

/** A file that was not put in the place of the database, which is as it was; the message says why. Known by `code`. */
export class RestoreRefused extends Error {
  readonly code = "RESTORE_REFUSED";
}

/** What belongs to an open database, or to one whose process was killed: what follows its name. */
export const PARTS = ["", "-wal", "-shm"];
/** Complete, checked, on the disk, and what it replaces is kept elsewhere: only its name is still to be changed. */
const READY = ".restored";

/** Why a file is not a database that this checkout may open; null where it is. Looks at it and runs nothing of it. */
function findingTo(path: string): string | null {
  let db;
  try {
    db = openToRead(path);
    const schema = db.$client.prepare("select type, name from sqlite_schema").all() as {
      type: string;
      name: string;
    }[];
    if (!schema.some(({ name }) => name === "__migrations")) return "it is no database of Ablab";
    const foreign = schema.find(({ type }) => type === "trigger" || type === "view");
    if (foreign) return `it holds a ${foreign.type} (${foreign.name}), which no database of Ablab has`;
    const known = new Set(readMigrations().map(({ tag }) => tag));
    const tags = db.$client.prepare("select tag from __migrations order by tag").pluck().all() as string[];
    const newer = tags.find((tag) => !known.has(tag));
    return newer === undefined
      ? null
      : `it was written by a newer Ablab (it holds migration ${newer}); update this checkout first`;
  } catch (error) {
    if (isCorrupt(error)) return `it is no whole SQLite database (${error.message})`;
    throw error;
  } finally {
    db?.$client.close();
  }
}

/**
 * Finishes a restore that was cut short after its file was ready. The log of the replaced database goes first: SQLite would
 * take it for one of the new file. Whoever calls holds the lock of the data directory.
 */
export function finishRestore(dbPath: string): boolean {
  const ready = `${dbPath}${READY}`;
  if (!existsSync(ready)) return false;
  rmSync(`${dbPath}-wal`, { force: true });
  rmSync(`${dbPath}-shm`, { force: true });
  syncPath(dirname(dbPath));
  renameSync(ready, dbPath);
  syncPath(dirname(dbPath));
  return true;
}

export interface RestoredDatabase {
  database: string;
  bytes: number;
  /** Folder with what was replaced; null where there was no database. */
  kept: string | null;
  /** What is wrong with points or rows of the file, which SQLite itself finds intact. */
  findings: string[];
}

/**
 * Puts a copy of `file` in the place of a database that nobody has open, and keeps the replaced one, its log included, in
 * `keepIn`. Killed at any moment, the old database is in its place or `finishRestore` brings the new one there. Throws
 * `RestoreRefused`, with everything as it was.
 */
export function restoreDatabase(file: string, dbPath: string, keepIn: string): RestoredDatabase {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new RestoreRefused(`There is no file ${file}.`);
  finishRestore(dbPath);
  const objection = findingTo(file);
  if (objection !== null) throw new RestoreRefused(`${file} was not restored: ${objection}.`);
  // Beside the database, so that its last step is a change of name.
  const aside = `${dbPath}.restoring`;
  rmSync(aside, { force: true });
  let copy;
  try {
    copy = copyDatabase(file, aside);
  } catch (error) {
    throw new RestoreRefused(`${file} was not restored. ${reasonOf(error)}`, { cause: error });
  }
  let kept: string | null = null;
  try {
    kept = keepOld(dbPath, keepIn);
    renameSync(aside, `${dbPath}${READY}`);
  } catch (error) {
    rmSync(aside, { force: true });
    if (kept !== null) rmSync(kept, { recursive: true });
    throw error;
  }
  syncPath(dirname(dbPath));
  finishRestore(dbPath);
  return { database: dbPath, bytes: copy.bytes, kept, findings: copy.findings };
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Gives the files of the old database a second name, so that it is whole until the new one has its place. */
function keepOld(dbPath: string, keepIn: string): string | null {
  const there = PARTS.filter((part) => existsSync(`${dbPath}${part}`));
  if (there.length === 0) return null;
  mkdirSync(keepIn, { recursive: true, mode: 0o700 });
  for (const part of there) {
    const kept = join(keepIn, `${basename(dbPath)}${part}`);
    linkOrCopy(`${dbPath}${part}`, kept);
    chmodSync(kept, 0o600);
  }
  syncPath(keepIn);
  return keepIn;
}
