import type { Db } from "./client.ts";
import { ofConnection } from "./prepared.ts";

const statements = ofConnection(({ $client }) => ({
  begin: $client.prepare("savepoint part"),
  release: $client.prepare("release part"),
  undo: $client.prepare("rollback to part"),
}));

/** Runs work as a part of the running transaction that is undone by itself where it throws; parts may lie in each other. */
export function inSavepoint<T>(db: Db, work: () => T): T {
  const { begin, release, undo } = statements(db);
  begin.run();
  try {
    const result = work();
    release.run();
    return result;
  } catch (error) {
    // A full disk has undone everything, savepoints included.
    if (db.$client.inTransaction) {
      undo.run();
      release.run();
    }
    throw error;
  }
}
