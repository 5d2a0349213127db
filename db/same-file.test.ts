import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openDb } from "./client.ts";
import { inTransaction } from "./connection.ts";

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

function opened() {
  const folder = mkdtempSync(join(tmpdir(), "ablab-same-file-"));
  const path = join(folder, "ablab.db");
  const db = openDb(path);
  db.$client.exec("create table note (text text)");
  cleanups.push(() => {
    db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = () => inTransaction(db, () => db.$client.exec("insert into note values ('stored')"));
  return { folder, path, write };
}

test("nothing is committed to a database that was removed from under it, and the message says what to do", () => {
  const { folder, path, write } = opened();
  write();
  rmSync(folder, { recursive: true });
  expect(write).toThrow(`The database ${path} was removed or replaced`);
});

test("nothing is committed where another file has taken its place, and it goes on when its own is back", () => {
  const { path, write } = opened();
  renameSync(path, `${path}.away`);
  openDb(path).$client.close();
  expect(write).toThrow("start again");
  renameSync(`${path}.away`, path);
  expect(write).not.toThrow();
});
