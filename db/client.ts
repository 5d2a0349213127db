import type Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { connect, connectToRead } from "./connection.ts";
import * as schema from "./schema/index.ts";

export type Db = BetterSQLite3Database<typeof schema> & { $client: Database.Database };

/** Opens the one database file, with the builder of statements over it. */
export const openDb = (path: string): Db => drizzle(connect(path), { schema });

/** Opens a database file that may be anybody's, to look at it and never to write. */
export const openToRead = (path: string): Db => drizzle(connectToRead(path), { schema });
