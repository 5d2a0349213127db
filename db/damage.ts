import { dirname, join } from "node:path";
import type Database from "better-sqlite3";

/** SQLite's own words for a file whose bytes are not what it wrote. */
export const isCorrupt = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));

/** The file of an open database is damaged: it is not written any more. Known by `code`. */
export class DatabaseDamaged extends Error {
  readonly code = "DATABASE_DAMAGED";

  constructor(path: string, why: string) {
    super(
      `The database ${path} is damaged (${why}), so nothing is written to it any more; what can still be read is shown. Stop the server and put a backup in its place with "npx ablab restore FILE"; backups are in ${join(dirname(path), "backups")}.`,
    );
    this.name = "DatabaseDamaged";
  }
}

const found = new WeakMap<Database.Database, DatabaseDamaged>();

/** What is known of damage to the file of a connection. */
export const damageOf = (client: Database.Database): DatabaseDamaged | null => found.get(client) ?? null;

/**
 * Remembers that the file of a connection is damaged, and lets SQLite itself refuse every further write of it. A page that
 * is wrong is moved, copied and pointed at by whatever is written next, so one is reason enough.
 */
export function noteDamage(client: Database.Database, why: string): DatabaseDamaged {
  const known = damageOf(client);
  if (known) return known;
  const damage = new DatabaseDamaged(client.name, why);
  found.set(client, damage);
  client.pragma("query_only = ON");
  console.error(damage.message);
  return damage;
}

/** An error of a connection as it is, or the damage that it shows. */
export const asDamage = (client: Database.Database, error: unknown): unknown =>
  isCorrupt(error) ? noteDamage(client, error.message) : error;
