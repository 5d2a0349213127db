import { expect, test } from "vitest";
import { openTestDb, watchStatements } from "./testing.ts";

const db = openTestDb();
const ask = (sql: string, ...given: unknown[]) =>
  watchStatements(db, () => void db.$client.prepare(sql).all(...given));

test.each([
  ["select * from runs", [], ["runs"]],
  ["select id from runs as l where name = ?", ["a"], ["runs"]],
  ["select count(*) from runs", [], ["runs"]],
  ["select * from runs as l where id = @id", [{ id: "a" }], []],
  ["select r.id from json_each(?) asked join runs r on r.id = asked.value", ["[]"], []],
  ["with recursive up(n) as (select 1 union select n + 1 from up where n < 3) select * from up", [], []],
])("%s goes through %o of the tables", (sql, given, scanned) => {
  expect(ask(sql, ...given).scanned).toEqual(scanned);
});

test("statements and their rows are counted, of this database and only while it is watched", () => {
  const other = openTestDb();
  const numbers = "select value from json_each('[1,2,3]')";
  const asked = watchStatements(db, () => {
    db.$client.prepare(numbers).all();
    db.$client.prepare(numbers).get();
    other.$client.prepare(numbers).all();
  });
  db.$client.prepare(numbers).all();
  expect(asked).toEqual({ statements: [numbers, numbers], rows: 4, scanned: [] });
});
