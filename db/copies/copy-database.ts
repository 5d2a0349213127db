import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { openToRead } from "../client.ts";
import { checkPages } from "../page-digests/check-pages.ts";
import { digestsOfCopy } from "../page-digests/copy-digests.ts";
import { keptDescriptor } from "../page-digests/raw-file.ts";
import { checkDatabase } from "./check-database.ts";

/** A copy that was not made, or not kept; the message says why and that nothing was left. Known by `code`. */
export class CopyFailed extends Error {
  readonly code = "COPY_FAILED";
}

export interface DatabaseCopy {
  path: string;
  bytes: number;
  /** What is wrong with points or rows of the source, and so of the copy; SQLite itself finds the copy intact. */
  findings: string[];
}

/** Has the system write what it holds of a file, or of the names in a folder, to the disk. */
export function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const WRITING = /\.writing-(\d+)$/;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes what a process that was killed had begun to write in a folder. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = WRITING.exec(name)?.[1];
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(join(folder, name), { force: true });
  }
}

/** What went wrong, in the words of who threw it. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Copies a database, which may be open and written elsewhere, as it is at one moment: compact, written aside, read back and
 * checked, on the disk, then given its name. Its pages get checksums, after those of the source were compared: a value that
 * has changed there would look like one that was written. An existing file is never replaced. `kept` is a descriptor of the
 * source that stays open. Throws `CopyFailed`.
 */
export function copyDatabase(from: string, to: string, kept = keptDescriptor(from)): DatabaseCopy {
  if (existsSync(to)) throw new CopyFailed(`${to} exists already; it is not replaced.`);
  const aside = `${to}.writing-${process.pid}`;
  try {
    sweep(dirname(to));
    const source = openToRead(from);
    const changed: string[] = [];
    try {
      source.$client.exec("begin; select 1 from sqlite_schema limit 1");
      changed.push(...checkPages(source.$client, kept));
      source.$client.exec("commit");
      // It is opened for reading only; this switch would keep it from writing the other file.
      source.$client.pragma("query_only = OFF");
      source.$client.prepare("vacuum into ?").run(aside);
    } finally {
      source.$client.close();
    }
    chmodSync(aside, 0o600);
    digestsOfCopy(aside);
    syncPath(aside);
    const { isSound, findings, bytes } = checkDatabase(aside, "copy");
    if (!isSound) throw new Error(`the copy is not whole: ${findings[0]}`);
    renameSync(aside, to);
    syncPath(dirname(to));
    return { path: to, bytes, findings: [...changed, ...findings] };
  } catch (error) {
    rmSync(aside, { force: true });
    throw new CopyFailed(
      `No copy ${basename(to)} of ${from} was made: ${reasonOf(error)}. Nothing is left of it.`,
      {
        cause: error,
      },
    );
  }
}

/** A moment as names of files have it, in UTC and sortable: 2026-11-21T23-07-41Z. Takes ms. */
export const fileMoment = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
