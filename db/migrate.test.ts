import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openDb, type Db } from "./client.ts";
import { inTransaction } from "./connection.ts";
import { migrate, readMigrations, type Migration } from "./migrate.ts";

const dirs: string[] = [];
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function freshDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "ablab-migrate-"));
  dirs.push(dir);
  return dir;
}

const step = (tag: string, sql: string): Migration => ({ tag, sql, hash: tag });
const PARENT_AND_CHILD = step(
  "0000",
  `create table parent (id integer primary key, name text);--> statement-breakpoint
   create table child (id integer primary key, parent_id integer not null references parent (id) on delete cascade)`,
);
/** The shape drizzle-kit generates to change a column: build anew, copy, drop, rename. */
const REBUILD = step(
  "0001",
  `PRAGMA foreign_keys=OFF;--> statement-breakpoint
   create table __new_parent (id integer primary key, name text not null default '');--> statement-breakpoint
   insert into __new_parent (id, name) select id, name from parent;--> statement-breakpoint
   drop table parent;--> statement-breakpoint
   alter table __new_parent rename to parent;--> statement-breakpoint
   PRAGMA foreign_keys=ON`,
);

function filled(): Db {
  const db = openDb(":memory:");
  migrate(db, { now: 1, backupDir: null, migrations: [PARENT_AND_CHILD] });
  db.$client.exec("insert into parent values (1, 'a')");
  for (let i = 0; i < 1000; i++) db.$client.prepare("insert into child (parent_id) values (1)").run();
  return db;
}

const count = (db: Db, table: string) => db.$client.prepare(`select count(*) from ${table}`).pluck().get();

test("the committed migrations build a database and are applied once", () => {
  const db = openDb(":memory:");
  const tags = readMigrations().map((m) => m.tag);
  expect(migrate(db, { now: 1, backupDir: null })).toEqual(tags);
  expect(migrate(db, { now: 2, backupDir: null })).toEqual([]);
});

test("rebuilding a parent table keeps every row of a cascading child", () => {
  const db = filled();
  migrate(db, { now: 2, backupDir: null, migrations: [PARENT_AND_CHILD, REBUILD] });
  expect(count(db, "child")).toBe(1000);
  expect(db.$client.pragma("foreign_keys", { simple: true })).toBe(1);
});

test("a migration that would lose rows is undone, and says how many", () => {
  const db = filled();
  const losing = step("0001", "delete from child where id > 10");
  expect(() => migrate(db, { now: 2, backupDir: null, migrations: [PARENT_AND_CHILD, losing] })).toThrow(
    /lose 990 of 1000 rows of child/,
  );
  expect(count(db, "child")).toBe(1000);
});

test("a migration may lose rows when it says so", () => {
  const db = filled();
  const declared = step("0001", "-- ablab: deletes rows\ndelete from child where id > 10");
  migrate(db, { now: 2, backupDir: null, migrations: [PARENT_AND_CHILD, declared] });
  expect(count(db, "child")).toBe(10);
});

test("a migration that leaves rows pointing at nothing is undone", () => {
  const db = filled();
  const orphaning = step("0001", "-- ablab: deletes rows\ndelete from parent");
  expect(() => migrate(db, { now: 2, backupDir: null, migrations: [PARENT_AND_CHILD, orphaning] })).toThrow(
    /1000 rows pointing at nothing/,
  );
  expect(count(db, "parent")).toBe(1);
});

test("a migration that fails half-way changes nothing and can be tried again", () => {
  const db = filled();
  const broken = step(
    "0001",
    "alter table parent add column x integer;--> statement-breakpoint alter table nowhere add column y integer",
  );
  expect(() => migrate(db, { now: 2, backupDir: null, migrations: [PARENT_AND_CHILD, broken] })).toThrow(
    /was undone/,
  );
  expect(db.$client.pragma("table_info(parent)")).toHaveLength(2);
  const mended = step("0001", "alter table parent add column x integer");
  expect(migrate(db, { now: 3, backupDir: null, migrations: [PARENT_AND_CHILD, mended] })).toEqual(["0001"]);
});

test("a database of a newer version is refused and left alone", () => {
  const db = filled();
  migrate(db, { now: 2, backupDir: null, migrations: [PARENT_AND_CHILD, REBUILD] });
  expect(() => migrate(db, { now: 3, backupDir: null, migrations: [PARENT_AND_CHILD] })).toThrow(
    /newer Ablab/,
  );
});

test("a file that already holds data is copied before it is changed, the first time is not", () => {
  const dir = freshDir();
  const db = openDb(join(dir, "a.db"));
  const backupDir = join(dir, "backups");
  migrate(db, { now: 1, backupDir, migrations: [PARENT_AND_CHILD] });
  expect(readdirSync(dir)).not.toContain("backups");
  db.$client.exec("insert into parent values (7, 'kept')");
  migrate(db, { now: 2, backupDir, migrations: [PARENT_AND_CHILD, REBUILD] });
  const copy = openDb(join(backupDir, "before-0001-1970-01-01T00-00-00Z.db"));
  expect(copy.$client.prepare("select name from parent where id = 7").pluck().get()).toBe("kept");
  copy.$client.close();
  db.$client.close();
});

test("a copy that a full disk cut short is not trusted: each try makes its own, checked, and two are kept", () => {
  const dir = freshDir();
  const db = openDb(join(dir, "a.db"));
  const backupDir = join(dir, "backups");
  migrate(db, { now: 1, backupDir, migrations: [PARENT_AND_CHILD] });
  mkdirSync(backupDir);
  writeFileSync(join(backupDir, "before-0001.db"), "");
  writeFileSync(join(backupDir, "before-0001-1970-01-01T00-00-01Z.db"), "");
  const broken = step("0001", "alter table nowhere add column y integer");
  const tries = [1000, 2000, 3000].map((now) => {
    try {
      migrate(db, { now, backupDir, migrations: [PARENT_AND_CHILD, broken] });
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  });
  expect(tries[0]).toMatch(
    /The database is as it was before\. A checked copy of it is \S+before-0001-1970-01-01T00-00-01Z\.db\.$/,
  );
  expect(readdirSync(backupDir).toSorted()).toEqual([
    "before-0001-1970-01-01T00-00-02Z.db",
    "before-0001-1970-01-01T00-00-03Z.db",
    "before-0001.db",
  ]);
  expect(statSync(join(backupDir, "before-0001-1970-01-01T00-00-03Z.db")).size).toBeGreaterThan(4096);
  db.$client.close();
});

test("of a chain of migrations all are applied or none, and the sentence says so", () => {
  const db = filled();
  const chain = [
    step("0001", "alter table parent add column x integer"),
    step("0002", "create table more (id integer primary key)"),
    step("0003", "alter table nowhere add column y integer"),
  ];
  expect(() => migrate(db, { now: 2, backupDir: null, migrations: [PARENT_AND_CHILD, ...chain] })).toThrow(
    "Migration 0003 was undone, and with it all 3 from 0001 on: no such table: nowhere. The database is as it was before.",
  );
  expect(db.$client.pragma("table_info(parent)")).toHaveLength(2);
  expect(db.$client.prepare("select tag from __migrations").pluck().all()).toEqual(["0000"]);
  expect(db.$client.pragma("foreign_keys", { simple: true })).toBe(1);
});

test("a connection has the settings that acknowledged data depends on", () => {
  const db = openDb(join(freshDir(), "a.db"));
  const pragma = (name: string) => db.$client.pragma(name, { simple: true });
  expect([
    pragma("journal_mode"),
    pragma("synchronous"),
    pragma("foreign_keys"),
    pragma("trusted_schema"),
    pragma("mmap_size"),
  ]).toEqual(["wal", 2, 1, 0, 0]);
  db.$client.close();
});

test("a transaction that throws leaves nothing, also when nested", () => {
  const db = filled();
  expect(() =>
    inTransaction(db, () => {
      db.$client.exec("delete from child");
      inTransaction(db, () => db.$client.exec("insert into parent values (2, 'b')"));
      throw new Error("no");
    }),
  ).toThrow("no");
  expect([count(db, "child"), count(db, "parent")]).toEqual([1000, 1]);
});
