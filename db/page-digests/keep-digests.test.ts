import { copyFileSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openDb, openToRead, type Db } from "../client.ts";
import { inTransaction } from "../connection.ts";
import { checkDatabase } from "../copies/check-database.ts";
import { filledDb, freshFolder } from "../copies/testing.ts";
import { migrate } from "../migrate.ts";
import { hasDigests, isOpen } from "./digest-rows.ts";
import { checkpoint, completeDigests } from "./keep-digests.ts";

const rename = (db: Db, title: string) =>
  inTransaction(db, (tx) => void tx.$client.prepare("update experiments set title = ?").run(title));

/** The files of a database as they are at this moment, as after a kill. */
function killed(path: string): string {
  const copy = join(freshFolder(), "ablab.db");
  for (const part of ["", "-wal"])
    if (existsSync(`${path}${part}`)) copyFileSync(`${path}${part}`, `${copy}${part}`);
  return copy;
}

const unchecked = (path: string) =>
  checkDatabase(path, "full").tables.flatMap(({ table, unchecked: why }) => (why === null ? [] : [table]));

test("while a server writes, and after it was killed at any moment, every page is compared and right", () => {
  const path = join(freshFolder(), "ablab.db");
  const db = filledDb(path);
  for (let k = 0; k < 12; k++) {
    rename(db, `title ${k} ${"x".repeat(1000 * k)}`);
    if (k % 3 === 0) checkpoint(db.$client);
    for (const file of [path, killed(path)]) {
      expect(checkDatabase(file, "full").findings).toEqual([]);
      expect(unchecked(file)).toEqual([]);
    }
  }
  const copy = killed(path);
  const next = openDb(copy);
  completeDigests(next.$client);
  rename(next, "later");
  next.$client.close();
  expect(existsSync(`${copy}-wal`)).toBe(false);
  expect([checkDatabase(copy, "full").findings, unchecked(copy)]).toEqual([[], []]);
});

test("a log grows to its limit and goes into the file with what it holds, also while somebody reads", () => {
  const path = join(freshFolder(), "ablab.db");
  const db = filledDb(path, 10);
  db.$client.exec("create table filler (id integer primary key, data blob)");
  const reader = openToRead(path);
  for (let k = 0; k < 30; k++) {
    if (k === 10) reader.$client.exec("begin; select count(*) from experiments");
    if (k === 20) reader.$client.exec("commit");
    inTransaction(db, (tx) => {
      const add = tx.$client.prepare("insert into filler (data) values (randomblob(8000))");
      for (let row = 0; row < 300; row++) add.run();
    });
  }
  // 30 times 600 pages and more, of which a reader holds up a third.
  expect(statSync(`${path}-wal`).size).toBeLessThan(4096 * 14_000);
  reader.$client.close();
  inTransaction(db, (tx) => void tx.$client.prepare("delete from filler where id % 3 > 0").run());
  expect([checkDatabase(path, "full").findings, unchecked(path)]).toEqual([[], []]);
  while (db.$client.pragma("freelist_count", { simple: true }) !== 0)
    db.$client.pragma("incremental_vacuum(500)");
  db.$client.close();
  expect([checkDatabase(path, "full").findings, unchecked(path)]).toEqual([[], []]);
});

test("pages from before there were checksums get theirs at a start, once", () => {
  const path = join(freshFolder(), "ablab.db");
  const db = openDb(path);
  migrate(db, { now: 0, backupDir: null });
  db.$client.exec("drop table page_digests; delete from __migrations where tag like '%page_digests'");
  db.$client.close();
  expect(new Set(checkDatabase(path, "full").tables.map((table) => table.unchecked)).size).toBe(1);
  expect(unchecked(path)).toContain("experiments");
  const next = openDb(path);
  migrate(next, { now: 0, backupDir: null });
  completeDigests(next.$client);
  expect([hasDigests(next.$client), unchecked(path)]).toEqual([true, []]);
  next.$client.close();
  expect([checkDatabase(path, "full").findings, unchecked(path)]).toEqual([[], []]);
});

test("checksums of an older form are no damage, and made anew at the next start, however late that is", () => {
  const path = join(freshFolder(), "ablab.db");
  const db = filledDb(path);
  db.$client.close();
  const older = new Database(path);
  // As that version wrote row 0: without a form, and with other digests.
  older.exec("update page_digests set data = x'00' where id = 0");
  older.exec("update page_digests set data = zeroblob(length(data)) where id > 0");
  older.close();
  const isSkipped = (file: string) => {
    expect(checkDatabase(file, "full").findings).toEqual([]);
    expect(unchecked(file)).toContain("experiments");
  };
  isSkipped(path);
  const writer = openDb(path);
  rename(writer, "by who makes no digests");
  checkpoint(writer.$client);
  rename(writer, "and is killed");
  const copy = killed(path);
  writer.$client.close();
  for (const file of [path, copy]) {
    isSkipped(file);
    const next = openDb(file);
    completeDigests(next.$client);
    rename(next, "later");
    next.$client.close();
    expect([checkDatabase(file, "full").findings, unchecked(file)]).toEqual([[], []]);
  }
});

test("another program that brings the log of a killed server into the file is no damage, and said", () => {
  const path = join(freshFolder(), "ablab.db");
  const db = filledDb(path);
  checkpoint(db.$client, "truncate");
  rename(db, "never seen by a checkpoint");
  const copy = killed(path);
  const other = new Database(copy);
  other.prepare("select count(*) from runs").get();
  other.close();
  expect(existsSync(`${copy}-wal`)).toBe(false);
  expect(checkDatabase(copy, "full").findings).toEqual([]);
  expect(unchecked(copy)).toContain("experiments");
  const next = openDb(copy);
  rename(next, "and written on");
  expect(isOpen(next.$client)).toBe(true);
  completeDigests(next.$client);
  expect([isOpen(next.$client), unchecked(copy)]).toEqual([false, []]);
  next.$client.close();
  expect([checkDatabase(copy, "full").findings, unchecked(copy)]).toEqual([[], []]);
});

test("what another program writes while no server runs is found", () => {
  const path = join(freshFolder(), "ablab.db");
  filledDb(path).$client.close();
  const other = new Database(path);
  other.exec("update experiments set title = 'by hand'");
  other.close();
  expect(checkDatabase(path, "full").findings).toEqual([
    expect.stringMatching(/^Page \d+ of the file .* of table experiments\.$/),
  ]);
});
