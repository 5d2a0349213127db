import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openToRead } from "../client.ts";
import { readPoints } from "../points/read-series.ts";
import { pointStore } from "../points/open-point-store.ts";
import { batchOf } from "../points/testing.ts";
import { checkDatabase } from "./check-database.ts";
import { copyDatabase } from "./copy-database.ts";
import { filledDb, freshFolder, placeOf, spoil } from "./testing.ts";

test("a copy of an open database has what was committed and nothing of what is under way, and only its user can read it", () => {
  const dir = freshFolder();
  const db = filledDb(join(dir, "a.db"));
  db.$client.exec("begin immediate");
  db.$client.exec("delete from attempts where id = 'att_9'");
  const copy = copyDatabase(join(dir, "a.db"), join(dir, "copy.db"));
  db.$client.exec("rollback");
  expect(copy.findings).toEqual([]);
  expect(statSync(copy.path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir).toSorted()).toEqual(["a.db", "a.db-shm", "a.db-wal", "copy.db"]);
  const read = openToRead(copy.path);
  expect(read.$client.prepare("select count(*) from attempts").pluck().get()).toBe(9);
  expect(readPoints(read, 1)).toEqual(readPoints(db, 1));
  read.$client.close();
});

test("points that were acknowledged but wait in the journal are in the copy", () => {
  const dir = freshFolder();
  const db = filledDb(join(dir, "a.db"));
  pointStore(db).append([batchOf([{ x: 5000, value: 7, at: 0 }])]);
  const { path } = copyDatabase(join(dir, "a.db"), join(dir, "copy.db"));
  const read = openToRead(path);
  expect(read.$client.prepare("select count(*) from point_journal").pluck().get()).toBe(1);
  read.$client.close();
});

test("a database with a damaged page is not copied, and nothing is left of the try", () => {
  const dir = freshFolder();
  const path = join(dir, "a.db");
  filledDb(path).$client.close();
  spoil(path, 4096 * 3, 4096 * 20);
  expect(() => copyDatabase(path, join(dir, "copy.db"))).toThrow(
    /^No copy copy\.db of \S+a\.db was made: .*malformed.* Nothing is left of it\.$/,
  );
  expect(readdirSync(dir).filter((name) => name.startsWith("copy"))).toEqual([]);
});

test("a flipped byte inside points, of which SQLite knows nothing, is said with the piece; the copy is made", () => {
  const dir = freshFolder();
  const path = join(dir, "a.db");
  const db = filledDb(path);
  const block = db.$client.prepare("select data from segs order by id").pluck().get() as Buffer;
  db.$client.close();
  spoil(path, placeOf(path, block.subarray(40, 90)) + 20, 1);
  expect(checkDatabase(path, "quick").findings).toEqual([]);
  const copy = copyDatabase(path, join(dir, "copy.db"));
  expect(copy.findings).toEqual([
    expect.stringMatching(/^Page \d+ of the file .* of table segs\.$/),
    expect.stringMatching(/^Points are damaged on disk \(seg \d+: its checksum/),
  ]);
});

test("an existing file is never replaced, what a killed process began is removed, and 0 bytes are no database", () => {
  const dir = freshFolder();
  const path = join(dir, "a.db");
  filledDb(path).$client.close();
  writeFileSync(join(dir, "there.db"), "mine");
  expect(() => copyDatabase(path, join(dir, "there.db"))).toThrow(/exists already/);
  // 4194304 is the highest pid there can be, plus one.
  writeFileSync(join(dir, "copy.db.writing-4194305"), "half");
  copyDatabase(path, join(dir, "copy.db"));
  expect(readdirSync(dir).filter((name) => /copy|there/.test(name))).toEqual(["copy.db", "there.db"]);
  writeFileSync(join(dir, "empty.db"), "");
  expect(() => copyDatabase(join(dir, "empty.db"), join(dir, "other.db"))).toThrow(/it has 0 bytes/);
});
