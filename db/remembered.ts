import { randomUUID } from "node:crypto";
import type { Db } from "./client.ts";
import { transactionsBegun } from "./connection.ts";
import { ofConnection } from "./prepared.ts";

/** A change of rows after which something is to be read anew. */
interface Change {
  table: string;
  event: "insert" | "delete" | "update" | `update of ${string}`;
  /** The column with the key of what is forgotten; without it everything is. */
  key?: string;
}

/** Rows of one kind that are held in mind; beyond that all are forgotten. */
const HELD = 2000;

/** What is remembered is given to many, so nobody may change it: a caller that tries throws. */
function frozen<V>(value: V): V {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}

/**
 * What `read` finds under a key, remembered between requests. Triggers of the connection, which is the only one that writes,
 * forget it before anybody can read what changed. What a transaction reads after it made such a change may be undone with it,
 * and is not remembered; nor is that nothing was found. A key of several words begins with those that hold no line break.
 */
export function remembered<V extends object>(
  changes: readonly Change[],
  read: (db: Db, ...key: string[]) => V | undefined,
): (db: Db, ...key: string[]) => V | undefined {
  const memoryOf = ofConnection((db) => {
    const { $client: client } = db;
    // What another connection writes is not seen.
    if (client.pragma("query_only", { simple: true }) === 1) return null;
    const known = new Map<string, V>();
    let changedIn = -1;
    const name = `changed_${randomUUID().replaceAll("-", "")}`;
    client.function(name, { varargs: true }, (key?: unknown) => {
      if (typeof key === "string") known.delete(key);
      else known.clear();
      if (client.inTransaction) changedIn = transactionsBegun(client);
      return null;
    });
    const watch = () =>
      changes.forEach(({ table, event, key }, i) => {
        const row = key === undefined ? "" : `${event === "insert" ? "new" : "old"}.${key}`;
        client.exec(
          `create temp trigger if not exists ${name}_${i} after ${event} on main.${table} begin select ${name}(${row}); end`,
        );
      });
    watch();
    let madeIn = client.inTransaction ? transactionsBegun(client) : null;
    const isWatching = client.prepare("select 1 from temp.sqlite_master where name = ?").pluck();
    // Triggers are undone with the transaction, or the part of one, that they were made in.
    const watchAgain = () => {
      if (madeIn === null) return;
      const isLost = isWatching.get(`${name}_0`) === undefined;
      if (isLost) {
        known.clear();
        watch();
      }
      const now = client.inTransaction ? transactionsBegun(client) : null;
      if (isLost || now !== madeIn) madeIn = isLost ? now : null;
    };
    const mayBeUndone = () => client.inTransaction && changedIn === transactionsBegun(client);
    return { known, mayBeUndone, watchAgain };
  });
  return (db, ...key) => {
    const memory = memoryOf(db);
    if (memory === null) return read(db, ...key);
    const { known, mayBeUndone, watchAgain } = memory;
    watchAgain();
    const name = key.join("\n");
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = read(db, ...key);
    if (found === undefined || mayBeUndone()) return found;
    if (known.size >= HELD) known.clear();
    known.set(name, frozen(found));
    return found;
  };
}
