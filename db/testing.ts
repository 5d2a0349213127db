import { openDb, type Db } from "./client.ts";
import { migrate } from "./migrate.ts";

/** A private, migrated database in memory. */
export function openTestDb(): Db {
  const db = openDb(":memory:");
  migrate(db, { now: 0, backupDir: null });
  return db;
}
