import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { readRecord, writeWhole } from "./record-file.mjs";

/** `pid` is the worker that holds, or last held, the directory. */
const IdentityRecord = z.object({ identity: z.string().regex(/^[0-9a-f]{32}$/), pid: z.number().int() });

export interface Identity {
  /** 32 hex digits that stay with the state directory. */
  readonly identity: string;
  /** Frees the directory; the kernel does it too when the process ends in any way. */
  release(): void;
}

/** Another worker uses the state directory. */
export class DirectoryBusyError extends Error {}

/**
 * Takes a state directory for this process alone and returns who the worker is.
 * The lock is a kernel lock on worker-lock.db that ends with its process, so a killed worker leaves nothing to clean up.
 * Throws `DirectoryBusyError` with the sentence for the person who started a second worker.
 */
export function claimIdentity(home: string): Identity {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = join(home, "worker.json");
  const lock = takeLock(join(home, "worker-lock.db"));
  const known = IdentityRecord.safeParse(readRecord(file)).data;
  if (!lock) {
    const holder = known ? ` (process ${known.pid})` : "";
    throw new DirectoryBusyError(
      `Another worker${holder} already uses ${home}; give this one a directory of its own with --home.`,
    );
  }
  const identity = known?.identity ?? randomBytes(16).toString("hex");
  writeWhole(file, { identity, pid: process.pid });
  return { identity, release: () => lock.close() };
}

function takeLock(path: string): DatabaseSync | null {
  const database = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    if (/locked|busy/.test((error as Error).message)) return null;
    throw error;
  }
}
