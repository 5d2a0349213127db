import { createHash } from "node:crypto";
import { existsSync, readFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "./client.ts";
import { giveSpaceBack, moveOldPoints } from "./points/move-old-points.ts";

export const MIGRATIONS_DIR = join(import.meta.dirname, "migrations");

/** A migration whose SQL may remove rows says so with this line; without it a lost row stops the migration. */
const DELETES_ROWS = "-- ablab: deletes rows";

/** The file cannot be brought to this version; the message says why and that nothing was changed. */
export class MigrationRefused extends Error {
  readonly code = "MIGRATION_REFUSED";
}

export interface Migration {
  tag: string;
  sql: string;
  hash: string;
}

/** The generated migrations in order, from drizzle's journal. */
export function readMigrations(dir: string = MIGRATIONS_DIR): Migration[] {
  const journal = JSON.parse(readFileSync(join(dir, "meta", "_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => {
    const sql = readFileSync(join(dir, `${tag}.sql`), "utf8");
    return { tag, sql, hash: createHash("sha256").update(sql).digest("hex") };
  });
}

const isEmpty = (db: Db): boolean =>
  db.$client.prepare("select count(*) from sqlite_schema").pluck().get() === 0;

function rowCounts(db: Db): Map<string, number> {
  const tables = db.$client
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> '__migrations'",
    )
    .pluck()
    .all() as string[];
  return new Map(
    tables.map((t) => [t, db.$client.prepare(`select count(*) from "${t}"`).pluck().get() as number]),
  );
}

function applyOne(db: Db, migration: Migration, now: number): void {
  const before = rowCounts(db);
  for (const statement of migration.sql.split("--> statement-breakpoint")) db.$client.exec(statement);
  const broken = db.$client.pragma("foreign_key_check") as unknown[];
  if (broken.length > 0) throw new Error(`it leaves ${broken.length} rows pointing at nothing`);
  if (!migration.sql.includes(DELETES_ROWS)) {
    const after = rowCounts(db);
    for (const [table, count] of before) {
      const left = after.get(table) ?? 0;
      if (left < count) throw new Error(`it would lose ${count - left} of ${count} rows of ${table}`);
    }
  }
  db.$client
    .prepare("insert into __migrations (tag, hash, applied_at) values (?, ?, ?)")
    .run(migration.tag, migration.hash, now);
}

/** The file is copied before it is changed; `VACUUM INTO` writes a checked, compact copy. */
function backupBefore(db: Db, tag: string, backupDir: string | null): void {
  if (backupDir === null) return;
  mkdirSync(backupDir, { recursive: true, mode: 0o700 });
  const target = join(backupDir, `before-${tag}.db`);
  if (!existsSync(target)) db.$client.prepare("vacuum into ?").run(target);
}

/**
 * Applies what is missing, each migration in its own transaction. Foreign keys are switched off on the connection first:
 * inside a transaction the switch does nothing, and a table rebuild would then silently empty every cascading child.
 * Row counts may not shrink unless the migration declares it. A failure leaves the file as it was.
 */
export function migrate(
  db: Db,
  options: { now: number; backupDir: string | null; migrations?: Migration[] },
): string[] {
  const migrations = options.migrations ?? readMigrations();
  if (isEmpty(db)) giveSpaceBack(db);
  db.$client.exec(
    "create table if not exists __migrations (tag text primary key, hash text not null, applied_at integer not null)",
  );
  const applied = new Map(
    (db.$client.prepare("select tag, hash from __migrations").all() as { tag: string; hash: string }[]).map(
      (r) => [r.tag, r.hash],
    ),
  );
  for (const tag of applied.keys()) {
    if (!migrations.some((m) => m.tag === tag)) {
      throw new MigrationRefused(
        `The database was written by a newer Ablab (it holds migration ${tag}). Update this checkout, or restore a backup.`,
      );
    }
  }
  const missing = migrations.filter((m) => !applied.has(m.tag));
  if (missing.length > 0 && applied.size > 0) backupBefore(db, missing[0].tag, options.backupDir);
  db.$client.pragma("foreign_keys = OFF");
  try {
    for (const migration of missing) {
      try {
        db.$client.transaction(() => applyOne(db, migration, options.now)).immediate();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new MigrationRefused(
          `Migration ${migration.tag} was undone: ${reason}. The database is as it was before.`,
          { cause: error },
        );
      }
    }
  } finally {
    db.$client.pragma("foreign_keys = ON");
  }
  if (options.migrations === undefined) moveOldPoints(db);
  return missing.map((m) => m.tag);
}
