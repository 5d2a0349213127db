import { connect, type Connected } from "./connection.ts";

export interface Snapshot {
  db: Connected;
  close(): void;
}

/** Whoever reads once from the front to the back meets no page twice. */
const CACHE_KIB = 2000;

/**
 * A connection of its own that sees the database as it was at this moment, whatever others write meanwhile, and that
 * cannot write itself. Keep it for seconds, not hours: until `close` the write-ahead log only grows.
 */
export function openSnapshot(path: string): Snapshot {
  const client = connect(path);
  client.pragma(`cache_size = -${CACHE_KIB}`);
  client.pragma("query_only = ON");
  client.exec("begin");
  // A deferred transaction sees nothing until its first read.
  client.exec("select 1 from sqlite_schema limit 1");
  return { db: { $client: client }, close: () => client.close() };
}
