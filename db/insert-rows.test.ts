import { expect, test } from "vitest";
import { openDb } from "./client.ts";
import { insertRows } from "./insert-rows.ts";

test.each([0, 1, 99, 100, 101, 250])("all of %i rows are stored, each as it is", (n) => {
  const db = openDb(":memory:");
  db.$client.exec("create table t (id integer primary key, value real)");
  const rows = Array.from({ length: n }, (_, i) => [i, i % 7 === 0 ? null : i / 3]);
  insertRows(db, { table: "t", columns: ["id", "value"] }, rows);
  expect(db.$client.prepare("select id, value from t order by id").raw().all()).toEqual(rows);
});

test("rows that are there already are left as they are where that is said, and an error where not", () => {
  const db = openDb(":memory:");
  db.$client.exec("create table t (id integer primary key, value real); insert into t values (120, 0.5)");
  const rows = Array.from({ length: 150 }, (_, i) => [i, 1]);
  expect(() => insertRows(db, { table: "t", columns: ["id", "value"] }, rows)).toThrow(/UNIQUE/);
  db.$client.exec("delete from t where id <> 120");
  insertRows(db, { table: "t", columns: ["id", "value"], conflict: "on conflict do nothing" }, rows);
  expect(db.$client.prepare("select count(*), sum(value) from t").raw().get()).toEqual([150, 149.5]);
});
