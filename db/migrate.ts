import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TellStep } from "#server/contracts/housekeeping/upgrade-step.ts";
import type { Db } from "./client.ts";
import { inTransaction } from "./connection.ts";
import { copyDatabase, fileMoment, reasonOf } from "./copies/copy-database.ts";
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

/** What tables are called after a migration that renames them, by the name before. */
const renamedBy = ({ sql }: Migration): Map<string, string> =>
  new Map([...sql.matchAll(/alter table [`"]?(\w+)[`"]? rename to [`"]?(\w+)/gi)].map(([, a, b]) => [a, b]));

function applyOne(db: Db, migration: Migration, now: number): void {
  const before = rowCounts(db);
  for (const statement of migration.sql.split("--> statement-breakpoint")) db.$client.exec(statement);
  const broken = db.$client.pragma("foreign_key_check") as unknown[];
  if (broken.length > 0) throw new Error(`it leaves ${broken.length} rows pointing at nothing`);
  if (!migration.sql.includes(DELETES_ROWS)) {
    const after = rowCounts(db);
    const renamed = renamedBy(migration);
    for (const [table, count] of before) {
      const left = after.get(renamed.get(table) ?? table) ?? 0;
      if (left < count) throw new Error(`it would lose ${count - left} of ${count} rows of ${table}`);
    }
  }
  db.$client
    .prepare("insert into __migrations (tag, hash, applied_at) values (?, ?, ?)")
    .run(migration.tag, migration.hash, now);
}

/** Copies from before the same migration that are kept: each try of one that fails makes another. */
const COPIES_KEPT = 2;

/** The file is copied before it is changed, checked and dated; what an earlier try left behind is never trusted instead. */
function backupBefore(db: Db, tag: string, backupDir: string, now: number): string {
  mkdirSync(backupDir, { recursive: true, mode: 0o700 });
  const name = `before-${tag}-`;
  const same = readdirSync(backupDir).filter((file) => file.startsWith(name) && file.endsWith(".db"));
  const target = join(backupDir, `${name}${fileMoment(now)}.db`);
  rmSync(target, { force: true });
  copyDatabase(db.$client.name, target);
  for (const old of same.toSorted().slice(0, -(COPIES_KEPT - 1)))
    if (join(backupDir, old) !== target) rmSync(join(backupDir, old), { force: true });
  return target;
}

interface MigrateOptions {
  now: number;
  backupDir: string | null;
  migrations?: Migration[];
  tell?: TellStep;
}

/** All or nothing of what is missing. */
function applyAll(
  db: Db,
  missing: Migration[],
  holdsData: boolean,
  { now, backupDir, tell }: MigrateOptions,
): void {
  if (holdsData && backupDir !== null) tell?.({ kind: "copy" });
  const copy = holdsData && backupDir !== null ? backupBefore(db, missing[0].tag, backupDir, now) : null;
  db.$client.pragma("foreign_keys = OFF");
  let at = missing[0].tag;
  try {
    inTransaction(db, () => {
      for (const [done, migration] of missing.entries()) {
        at = migration.tag;
        if (holdsData) tell?.({ kind: "migration", number: done + 1, of: missing.length });
        applyOne(db, migration, now);
      }
    });
  } catch (error) {
    const others = missing.length > 1 ? `, and with it all ${missing.length} from ${missing[0].tag} on` : "";
    const saved = copy === null ? "" : ` A checked copy of it is ${copy}.`;
    throw new MigrationRefused(
      `Migration ${at} was undone${others}: ${reasonOf(error)}. The database is as it was before.${saved}`,
      { cause: error },
    );
  } finally {
    db.$client.pragma("foreign_keys = ON");
  }
}

const appliedTags = ({ $client }: Db): Set<string> =>
  new Set($client.prepare("select tag from __migrations").pluck().all() as string[]);

/** Whether `migrate` has to change a file that holds data; asked of a connection that only reads. */
export function isMigrationDue(db: Db): boolean {
  const hasTable = (name: string) =>
    db.$client.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !==
    undefined;
  if (!hasTable("__migrations")) return false;
  const applied = appliedTags(db);
  return hasTable("points") || (applied.size > 0 && readMigrations().some(({ tag }) => !applied.has(tag)));
}

/**
 * Applies what is missing, all of it in one transaction. Foreign keys are switched off on the connection first: inside a
 * transaction the switch does nothing, and a table rebuild would then silently empty every cascading child. Row counts may
 * not shrink unless the migration declares it. A failure leaves the file as it was, however many came before it.
 */
export function migrate(db: Db, options: MigrateOptions): string[] {
  const migrations = options.migrations ?? readMigrations();
  if (isEmpty(db)) giveSpaceBack(db);
  db.$client.exec(
    "create table if not exists __migrations (tag text primary key, hash text not null, applied_at integer not null)",
  );
  const applied = appliedTags(db);
  for (const tag of applied) {
    if (!migrations.some((m) => m.tag === tag)) {
      throw new MigrationRefused(
        `The database was written by a newer Ablab (it holds migration ${tag}). Update this checkout, or restore a backup.`,
      );
    }
  }
  const missing = migrations.filter((m) => !applied.has(m.tag));
  if (missing.length > 0) applyAll(db, missing, applied.size > 0, options);
  if (options.migrations === undefined) moveOldPoints(db, options.tell);
  return missing.map((m) => m.tag);
}
