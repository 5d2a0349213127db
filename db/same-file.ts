import { statSync, type Stats } from "node:fs";
import type Database from "better-sqlite3";

/** The file that was opened is not the one at its path any more. Known by `code`. */
export class DatabaseGone extends Error {
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
export function noteFile(client: Database.Database): void {
  const file = client.memory ? undefined : lookAt(client.name);
  if (file) opened.set(client, file);
}

/**
 * Throws `DatabaseGone` where the path of a connection leads to another file than the one that was opened, or to none: what
 * is committed to a file without a name is lost with the process, whatever was acknowledged.
 */
export function assertSameFile(client: Database.Database): void {
  const file = opened.get(client);
  if (!file) return;
  const now = lookAt(client.name);
  if (!now || now.ino !== file.ino || now.dev !== file.dev) throw new DatabaseGone(client.name);
}
