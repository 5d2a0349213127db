import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { openDb, openToRead, type Db } from "#db/client.ts";
import { assertHasBytes } from "#db/connection.ts";
import { syncPath } from "#db/copies/copy-database.ts";
import { PARTS } from "#db/copies/restore-database.ts";
import { isMigrationDue, migrate } from "#db/migrate.ts";
import type { TellStep } from "../contracts/housekeeping/upgrade-step.ts";
import { checkpoint, completeDigests } from "#db/page-digests/keep-digests.ts";
import { isRewriteDue, rewriteFile } from "#db/secrets/sweeps.ts";
import { ServiceError } from "../errors.ts";

/** Makes a database aside and gives it its name when it is whole, so that a file of 0 bytes is never a new one. */
function make(path: string, now: number): void {
  const aside = `${path}.new`;
  const clear = () => PARTS.forEach((part) => rmSync(`${aside}${part}`, { force: true }));
  clear();
  try {
    const db = openDb(aside);
    try {
      migrate(db, { now, backupDir: null });
      checkpoint(db.$client, "truncate");
    } finally {
      db.$client.close();
    }
    syncPath(aside);
    renameSync(aside, path);
    syncPath(dirname(path));
  } finally {
    clear();
  }
}

/**
 * Makes the database of a data directory, whose lock the caller holds, where there is none. Throws where it is empty, or gone while
 * its log is there: an empty bench would take the place of a lost one.
 */
export function makeWhereNone(path: string, now: number): void {
  assertHasBytes(path);
  if (existsSync(path)) return;
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0)
    throw new ServiceError(
      "unavailable",
      `The database ${path} is gone, but its log ${path}-wal is there. Put the file back, or put a backup in its place with "npx ablab restore FILE"; for an empty bench move the log away too.`,
    );
  make(path, now);
}

/** Whether a database has to be changed before it can be served, which may take minutes: it is of an older version, or due to be written anew. */
export function isUpgradeDue(path: string): boolean {
  const db = openToRead(path);
  try {
    return isMigrationDue(db) || isRewriteDue(db);
  } finally {
    db.$client.close();
  }
}

/** What an upgrade needs, as a thread can be told it. */
export interface UpgradeOrder {
  path: string;
  now: number;
  backups: string;
}

/**
 * Opens a database that is there and brings it to this version; where masked secrets may still stand in its unused pages, it is
 * written anew.
 */
export function openDatabase({ path, now, backups }: UpgradeOrder, tell?: TellStep): Db {
  const db = openDb(path);
  try {
    migrate(db, { now, backupDir: backups, tell });
    if (isRewriteDue(db)) {
      tell?.({ kind: "rewrite" });
      rewriteFile(db);
    }
    tell?.({ kind: "checksums" });
    completeDigests(db.$client);
    return db;
  } catch (error) {
    db.$client.close();
    throw error;
  }
}
