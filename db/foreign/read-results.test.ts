import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { freshFolder } from "#db/copies/testing.ts";
import { readSentResults, RESULT_COLUMNS } from "./read-results.ts";

/** What the bytes of a file with this schema are refused with; null where they are read. */
function refusalOf(schema: string): string | null {
  const path = join(freshFolder(), "made.db");
  const client = new Database(path);
  client.exec(schema);
  client.close();
  try {
    readSentResults({ name: "made.db", bytes: readFileSync(path), wal: null });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const COLUMNS = RESULT_COLUMNS.join(", ");

test.each([
  `create table kept (id integer primary key, ${COLUMNS}); create view evaluation_results as select * from kept`,
  `create table evaluation_results (id integer primary key, ${COLUMNS}, more as (hex(zeroblob(1000))))`,
  `create virtual table evaluation_results using fts5(id, ${COLUMNS})`,
])("what a file computes is never run: %s", (schema) => {
  expect(refusalOf(schema)).toBe(
    "evaluation_results of made.db is computed, not stored, so it is no results.db.",
  );
});

test("a stored table is read, and what SQLite says of any other is said with the name of the file", () => {
  expect(refusalOf(`create table evaluation_results (id integer primary key, ${COLUMNS})`)).toBeNull();
  expect(refusalOf(`create table evaluation_results (${COLUMNS})`)).toBe(
    "made.db cannot be read: no such column: id.",
  );
});

test("bytes that are cut are told, whichever are missing", () => {
  const path = join(freshFolder(), "made.db");
  const client = new Database(path);
  client.exec(`create table evaluation_results (id integer primary key, ${COLUMNS})`);
  const insert = client.prepare("insert into evaluation_results (model_name) values (?)");
  client.transaction(() => {
    for (let i = 0; i < 300; i++) insert.run("m".repeat(100));
  })();
  client.close();
  const bytes = readFileSync(path);
  for (const part of [10, 2000, 5000, bytes.length - 5000])
    expect(() => readSentResults({ name: "made.db", bytes: bytes.subarray(0, part), wal: null })).toThrow(
      /^made\.db (is no SQLite file|cannot be read: .*)\.$/,
    );
});
