import { readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileMoment, type DatabaseCopy } from "#db/copies/copy-database.ts";
import { makeFolder } from "../../workers/protocol/machine/make-folder.ts";
import { ServiceError } from "../errors.ts";
import { writeBytes } from "../wording/quantities.ts";
import { writeDay } from "../wording/times.ts";
import { copyInThread } from "./in-thread.ts";

export interface Backup extends DatabaseCopy {
  /** UTC ms: what was committed before is in it. */
  madeAt: number;
}

/** Bytes that a file may grow to in a folder; infinite where nobody knows. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

async function copyInto(
  homeDir: string,
  folder: string,
  name: string,
  now: number,
  signal?: AbortSignal,
): Promise<Backup> {
  const from = join(homeDir, "ablab.db");
  if (!statSync(from, { throwIfNoEntry: false }))
    throw new ServiceError("not_found", `There is no database ${from} yet; there is nothing to back up.`);
  try {
    makeFolder(folder, "name another folder");
  } catch (error) {
    throw new ServiceError("unavailable", (error as Error).message);
  }
  const needed = sizeOf(from) + sizeOf(`${from}-wal`);
  const free = freeBytes(folder);
  if (free < needed)
    throw new ServiceError(
      "full",
      `A backup may need ${writeBytes(needed)}, and ${folder} has ${writeBytes(free)} free. Free some space, or name another folder.`,
    );
  return { ...(await copyInThread(from, join(folder, name), signal)), madeAt: now };
}

/**
 * Copies the database of a data directory, whose server may be running, into a folder as one checked file. That file is all
 * that a data directory cannot make again: points, logs, weights and benchmarks are in it, tokens are not.
 */
export const backUp = (homeDir: string, folder: string, now: number): Promise<Backup> =>
  copyInto(homeDir, resolve(folder), `ablab-${fileMoment(now)}.db`, now);

const DAILY = /^daily-\d{4}-\d\d-\d\d\.db$/;

/**
 * The backup of a day, where it is not there yet; then all but the newest `keep` daily ones go. While something is wrong with
 * the database none of them goes: an older one may be the last that is whole. Null where there was nothing to do.
 */
export async function backUpDaily(
  homeDir: string,
  { keep, now, signal }: { keep: number; now: number; signal?: AbortSignal },
): Promise<Backup | null> {
  const folder = join(homeDir, "backups");
  const name = `daily-${writeDay(now)}.db`;
  if (keep === 0 || statSync(join(folder, name), { throwIfNoEntry: false })) return null;
  const made = await copyInto(homeDir, folder, name, now, signal);
  if (made.findings.length > 0) return made;
  const days = readdirSync(folder)
    .filter((file) => DAILY.test(file))
    .toSorted()
    .reverse();
  for (const old of days.slice(keep)) rmSync(join(folder, old), { force: true });
  return made;
}
