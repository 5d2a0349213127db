import { afterAll, expect, test } from "vitest";
import { openDb, type Db } from "../client.ts";
import { migrate, readMigrations } from "../migrate.ts";
import { moveOldPoints } from "./move-old-points.ts";
import { pointStore } from "./open-point-store.ts";
import { GROUP_SPREAD } from "./computed-anew.ts";
import { addAttempts, rowsOf, survivors, TestFiles, type Point } from "./testing.ts";

const files = new TestFiles();
afterAll(() => files.remove());

const KINDS = new Map([
  [NaN, 1],
  [Infinity, 2],
  [-Infinity, 3],
]);

/** A database as it was before points came into chunks. */
function oldDb(): Db {
  const db = openDb(":memory:");
  migrate(db, { now: 0, backupDir: null, migrations: readMigrations().slice(0, 2) });
  addAttempts(db, "heard_at");
  return db;
}

/** Rows as they were inserted then: a row per arrival, SQLite's null for what is no number. */
function addRows(db: Db, seriesId: number, metric: string, points: readonly Point[]): void {
  const { $client: client } = db;
  client
    .prepare("insert into series (id, attempt_id, metric, n) values (?, 'att_1', ?, ?)")
    .run(seriesId, metric, points.length);
  const insert = client.prepare(
    "insert into points (series_id, x, seq, wall_ms, value, kind) values (?, ?, ?, ?, ?, ?)",
  );
  client.transaction(() =>
    points.forEach(({ x, value, at }, seq) => {
      const kind = KINDS.get(value) ?? 0;
      insert.run(seriesId, x, seq, at, kind === 0 ? value : null, kind);
    }),
  )();
}

const odd = (k: number): number => [NaN, Infinity, -Infinity, 0.1 * k, k][k % 5];
const many = (n: number, from = 0): Point[] =>
  Array.from({ length: n }, (_, k) => ({ x: from + k, value: odd(k), at: 1_700_000_000_000 + 137 * k }));

const HISTORY: [metric: string, points: Point[]][] = [
  ["long", many(20_000)],
  ["exactly one chunk", many(8192)],
  ["one", many(1, -2.5)],
  ["arrived twice", [...many(3000), ...many(1000, 2000).map((p) => ({ ...p, value: p.value + 1 }))]],
  [
    "beyond",
    [
      { x: 2 ** 53, value: 1.7e308, at: 5 },
      { x: -(2 ** 53), value: 5e-324, at: 6 },
    ],
  ],
];

function filled(): Db {
  const db = oldDb();
  HISTORY.forEach(([metric, points], i) => addRows(db, 7 + i, metric, points));
  return db;
}

function expectAll(db: Db): void {
  const store = pointStore(db);
  const facts = new Map(store.series(["att_1"], null).map((s) => [s.metric, s]));
  HISTORY.forEach(([metric, points], i) => {
    // What was sent again came twice then: of one x the last arrival counts.
    const all = survivors(points, GROUP_SPREAD);
    const series = facts.get(metric);
    expect(series).toMatchObject({ id: 7 + i, axis: "step", n: all.length, lastX: all.at(-1)?.x });
    expect(rowsOf(store.read(7 + i, { from: null, to: null }))).toEqual(all);
  });
  expect(db.$client.prepare("select name from sqlite_schema where name = 'points'").get()).toBe(undefined);
}

test("an old database has every point after the move, each x once, and its table is gone", () => {
  const db = filled();
  expect(migrate(db, { now: 1, backupDir: null })).toContain("0002_point_store");
  expectAll(db);
  expect(db.$client.pragma("foreign_key_check")).toEqual([]);
  expect(db.$client.pragma("auto_vacuum", { simple: true })).toBe(2);
  const store = pointStore(db);
  store.append([{ attemptId: "att_1", source: "", firstSeq: null, columns: [] }]);
});

test("a move that was interrupted between two series goes on where it was", () => {
  const db = filled();
  migrate(db, { now: 1, backupDir: null, migrations: readMigrations() });
  db.$client.exec(
    `create trigger stop before insert on chunks when new.series_id = 10 begin select raise(abort, 'pulled'); end`,
  );
  expect(() => moveOldPoints(db)).toThrow("pulled");
  const moved = db.$client.prepare("select count(distinct series_id) from chunks").pluck().get();
  expect(moved).toBe(3);
  db.$client.exec("drop trigger stop");
  migrate(db, { now: 2, backupDir: null });
  expectAll(db);
});

test("where points would be lost the old table stays", () => {
  const db = filled();
  migrate(db, { now: 1, backupDir: null, migrations: readMigrations() });
  db.$client.exec("update series set n = 5 where id = 8");
  expect(() => moveOldPoints(db)).toThrow(/Of \d+ points in the old form \d+ came into the new one/);
  expect(db.$client.prepare("select count(*) from points").pluck().get()).toBeGreaterThan(30_000);
});
