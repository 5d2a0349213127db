import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, test } from "vitest";
import { openDb, type Db } from "./client.ts";
import { migrate, readMigrations } from "./migrate.ts";
import * as schema from "./schema/index.ts";

/** The newest migration of the oldest version whose databases are promised to open. */
const OLDEST = "0033_what_was_held";
/** Rows that only their own code can write: blocks of points, and what SQLite itself numbers. */
const OF_THE_POINT_STORE = /^(__migrations|points|point_|blocks|chunks|sqlite_)/;
const VALUES: Record<string, string> = { state: "finished", basis: "claimed", origin: "outside" };

interface Column {
  name: string;
  type: string;
  notnull: 0 | 1;
  dflt_value: string | null;
  pk: number;
}

const names = (db: Db): string[] =>
  (
    db.$client.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as string[]
  ).filter((name) => !OF_THE_POINT_STORE.test(name));

/** A row in every table, each pointing at the one row of the others. */
function fill({ $client }: Db, table: string): void {
  const columns = $client.pragma(`table_info("${table}")`) as Column[];
  const set = columns.filter(({ name, notnull, pk }) => notnull || pk > 0 || name in VALUES);
  const valueOf = ({ name, type }: Column) =>
    VALUES[name] ?? (/int|real/i.test(type) ? 1 : /blob/i.test(type) ? Buffer.alloc(1) : "1");
  $client
    .prepare(
      `insert into "${table}" (${set.map(({ name }) => `"${name}"`).join()}) values (${set.map(() => "?").join()})`,
    )
    .run(...set.map(valueOf));
}

let db: Db;
let before: string[];

beforeAll(() => {
  db = openDb(":memory:");
  const all = readMigrations();
  const then = all.slice(0, all.findIndex(({ tag }) => tag === OLDEST) + 1);
  migrate(db, { now: 1, backupDir: null, migrations: then });
  db.$client.pragma("foreign_keys = OFF");
  before = names(db);
  for (const table of before) fill(db, table);
  const snapshot = JSON.stringify({
    takenAt: 1,
    items: [
      {
        answer: {
          kind: "error",
          sentence: 'it said "sentence": here',
          rows: [{ objections: [] }],
          outside: 2,
        },
      },
    ],
  });
  db.$client.prepare("update report_publications set snapshot = ?").run(snapshot);
  migrate(db, { now: 2, backupDir: null });
});

test("a database of the oldest version that is promised to open keeps a row in every table", () => {
  const counts = names(db).map((table) => [
    table,
    db.$client.prepare(`select count(*) from "${table}"`).pluck().get(),
  ]);
  expect(before.length).toBeGreaterThan(40);
  expect(counts.reduce((sum, [, n]) => sum + Number(n), 0)).toBeGreaterThanOrEqual(before.length);
});

test("every table of the schema can be read after the upgrade", () => {
  const tables = Object.values<unknown>(schema).filter((one): one is SQLiteTable => is(one, SQLiteTable));
  expect(tables.length).toBeGreaterThan(50);
  const columns = (table: SQLiteTable) =>
    db.$client.pragma(`table_info("${getTableName(table)}")`) as Column[];
  for (const table of tables) {
    expect(columns(table), getTableName(table)).not.toEqual([]);
    expect(() => db.select().from(table).limit(0).all()).not.toThrow();
  }
});

test("states, origins and what was published have the names of today", () => {
  const one = (sql: string) => db.$client.prepare(sql).get();
  expect(one("select status_source, origin from runs")).toEqual({
    status_source: "client",
    origin: "external",
  });
  expect(one("select last_seen_at from attempts")).toEqual({ last_seen_at: 1 });
  const { snapshot } = one("select snapshot from report_publications") as { snapshot: string };
  expect(JSON.parse(snapshot).items[0].answer).toEqual({
    kind: "error",
    message: 'it said "sentence": here',
    rows: [{ findings: [] }],
    external: 2,
  });
});
