import { openDb, type Db } from "./client.ts";

export interface Snapshot {
  db: Db;
  close(): void;
}

/**
 * A connection of its own that sees the database as it was at this moment, whatever others write meanwhile, and that
 * cannot write itself. Keep it for seconds, not hours: until `close` the write-ahead log only grows.
 */
export function openSnapshot(path: string): Snapshot {
  const db = openDb(path);
  db.$client.pragma("query_only = ON");
  db.$client.exec("begin");
  // A deferred transaction sees nothing until its first read.
  db.$client.exec("select 1 from sqlite_schema limit 1");
  return { db, close: () => db.$client.close() };
}
