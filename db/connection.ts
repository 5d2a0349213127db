import { type Stats, statSync } from "node:fs";
import Database from "better-sqlite3";
import { asDamage, damageOf } from "./damage.ts";
import { afterCommit, beforeWrite, keepDigests } from "./page-digests/keep-digests.ts";

/**
 * Holds an exclusive lock on a small database file until the returned function is called or the process dies, however
 * it dies. Returns null when somebody else holds it.
 */
export function lockExclusively(path: string): (() => void) | null {
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))
      return null;
    throw error;
  }
}

/** Full, read-only, locked, broken, damaged or gone: nothing can be written, whoever tries, but what is stored can be read. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  /^(SQLITE_(FULL|READONLY|IOERR|BUSY)|DATABASE_(GONE|DAMAGED))/.test(String(error.code));

/** The file that was opened is not the one at its path any more. Known by `code`. */
class DatabaseGone extends Error {
  readonly code = "DATABASE_GONE";

  constructor(path: string) {
    super(
      `The database ${path} was removed or replaced while it was open, so nothing is stored any more. Stop the server, put the data directory back, and start again.`,
    );
    this.name = "DatabaseGone";
  }
}

const lookAt = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const opened = new WeakMap<Database.Database, Stats>();

/** Remembers which file a connection has opened. */
function noteFile(client: Database.Database): void {
  const file = client.memory ? undefined : lookAt(client.name);
  if (file) opened.set(client, file);
}

/**
 * Throws `DatabaseGone` where the path of a connection leads to another file than the one that was opened, or to none: what
 * is committed to a file without a name is lost with the process, whatever was acknowledged.
 */
function assertSameFile(client: Database.Database): void {
  const file = opened.get(client);
  if (!file) return;
  const now = lookAt(client.name);
  if (!now || now.ino !== file.ino || now.dev !== file.dev) throw new DatabaseGone(client.name);
}

/** What has an open database file. Readers that need no builder of statements take this, so that they load none. */
export interface Connected {
  $client: Database.Database;
}

/** Older builds can corrupt a file when two connections checkpoint at once (the WAL-reset bug). */
const SQLITE_FLOOR = [3, 51, 3];

function assertSqliteVersion(client: Database.Database): void {
  const version = client.prepare("select sqlite_version()").pluck().get() as string;
  const parts = version.split(".").map(Number);
  const differing = SQLITE_FLOOR.findIndex((floor, i) => parts[i] !== floor);
  if (differing >= 0 && parts[differing] < SQLITE_FLOOR[differing]) {
    throw new Error(
      `SQLite ${version} is older than ${SQLITE_FLOOR.join(".")}, which can lose data. Reinstall with npm ci.`,
    );
  }
}

/**
 * Opens the one database file and sets what SQLite forgets on every connection. busy_timeout comes first because the
 * pragmas after it may have to wait; synchronous FULL because an acknowledged event is deleted by its sender.
 */
export function connect(path: string): Database.Database {
  const client = new Database(path);
  client.pragma("busy_timeout = 5000");
  client.pragma("journal_mode = WAL");
  client.pragma("synchronous = FULL");
  client.pragma("foreign_keys = ON");
  client.pragma("trusted_schema = OFF");
  client.pragma("cell_size_check = ON");
  client.pragma("temp_store = MEMORY");
  // Pages of a commit that do not fit are written to the log twice.
  client.pragma("cache_size = -16000");
  client.pragma("journal_size_limit = 67108864");
  client.pragma("mmap_size = 0");
  assertSqliteVersion(client);
  noteFile(client);
  keepDigests(client);
  return client;
}

/** A file of 0 bytes is `SQLITE_NOTADB` too: SQLite would take it for an empty database, and an empty bench for a lost one. */
export function assertHasBytes(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0)
    throw Object.assign(new Error("it has 0 bytes"), { code: "SQLITE_NOTADB" });
}

/** Opens a database file that may be anybody's, to look at it and never to write. */
export function connectToRead(path: string): Database.Database {
  assertHasBytes(path);
  const client = new Database(path, { readonly: true, fileMustExist: true });
  client.pragma("busy_timeout = 5000");
  client.pragma("query_only = ON");
  client.pragma("trusted_schema = OFF");
  client.pragma("cell_size_check = ON");
  client.pragma("mmap_size = 0");
  return client;
}

const begun = new WeakMap<Database.Database, number>();

/** How many transactions have begun on a connection: another number in each of them. */
export const transactionsBegun = (client: Database.Database): number => begun.get(client) ?? 0;

type NotPromise<T> = T extends Promise<unknown> ? never : T;

/**
 * Runs `work` in one immediate transaction; everything is undone when it throws. Synchronous by type: an awaited
 * transaction would commit nothing. Nested calls join the outer transaction. Throws `DatabaseGone`, and `DatabaseDamaged`
 * from the first damaged page on.
 */
export function inTransaction<T, D extends Connected>(db: D, work: (db: D) => NotPromise<T>): T {
  if (db.$client.inTransaction) {
    const result = work(db);
    // SQLite undoes a whole transaction where the disk is full; what follows would be stored without it.
    if (!db.$client.inTransaction) throw new Error("The transaction was undone in between.");
    return result;
  }
  const damage = damageOf(db.$client);
  if (damage) throw damage;
  assertSameFile(db.$client);
  begun.set(db.$client, transactionsBegun(db.$client) + 1);
  try {
    const result = db.$client
      .transaction(() => {
        beforeWrite(db.$client);
        return work(db);
      })
      .immediate();
    afterCommit(db.$client);
    return result;
  } catch (error) {
    throw asDamage(db.$client, error);
  }
}
