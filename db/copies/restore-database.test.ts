import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDb } from "../client.ts";
import { checkDatabase } from "./check-database.ts";
import { copyDatabase } from "./copy-database.ts";
import { finishRestore, restoreDatabase } from "./restore-database.ts";
import { filledDb, freshFolder, spoil } from "./testing.ts";

const titleIn = (path: string): unknown => {
  const db = openDb(path);
  const title = db.$client.prepare("select title from experiments").pluck().get();
  db.$client.close();
  return title;
};

/** A directory whose database says "later", with a backup of it that says "e". */
function home(): { dir: string; path: string; backup: string; kept: string } {
  const dir = freshFolder();
  const path = join(dir, "ablab.db");
  const db = filledDb(path);
  const backup = join(dir, "backup.db");
  copyDatabase(path, backup);
  db.$client.exec("update experiments set title = 'later'");
  db.$client.close();
  return { dir, path, backup, kept: join(dir, "backups", "replaced") };
}

test("a backup takes the place of the database, and what it replaces is kept and can be restored in turn", () => {
  const { path, backup, kept, dir } = home();
  const restored = restoreDatabase(backup, path, kept);
  expect(restored).toMatchObject({ database: path, kept, findings: [] });
  expect(titleIn(path)).toBe("e");
  restoreDatabase(join(kept, "ablab.db"), path, join(dir, "again"));
  expect(titleIn(path)).toBe("later");
});

test("what was committed by a process that was killed lies in its log, is kept with it, and never mixed into the backup", () => {
  const { dir, path, backup, kept } = home();
  const writer = `import { openDb } from ${JSON.stringify(join(import.meta.dirname, "..", "client.ts"))};
    openDb(${JSON.stringify(path)}).$client.exec("update experiments set title = 'in the log'");
    process.kill(process.pid, "SIGKILL");`;
  expect(() =>
    execFileSync(process.execPath, ["--input-type=module-typescript", "-e", writer], { stdio: "pipe" }),
  ).toThrow();
  expect(readdirSync(dir)).toContain("ablab.db-wal");
  restoreDatabase(backup, path, kept);
  expect(titleIn(path)).toBe("e");
  restoreDatabase(join(kept, "ablab.db"), path, join(dir, "again"));
  expect(titleIn(path)).toBe("in the log");
});

test.each([
  ["no file", () => {}, /There is no file/],
  ["0 bytes", (file: string) => writeFileSync(file, ""), /no whole SQLite database \(it has 0 bytes\)/],
  ["text", (file: string) => writeFileSync(file, "not a database ".repeat(500)), /no whole SQLite database/],
  [
    "somebody else's database",
    (file: string) => {
      const db = openDb(file);
      db.$client.exec("create table t (x)");
      db.$client.close();
    },
    /no database of Ablab/,
  ],
])("%s is refused, and everything is as it was", (_what, make, refusal) => {
  const { dir, path, kept } = home();
  const before = [readdirSync(dir), readFileSync(path)];
  const file = join(freshFolder(), "given.db");
  make(file);
  expect(() => restoreDatabase(file, path, kept)).toThrow(refusal);
  expect([readdirSync(dir), readFileSync(path)]).toEqual(before);
});

test.each([
  ["a trigger", "create trigger t after insert on runs begin select 1; end", /holds a trigger \(t\)/],
  ["a view", "create view v as select 1", /holds a view \(v\)/],
  ["a newer Ablab's migration", "insert into __migrations values ('9999_x', 'x', 0)", /newer Ablab/],
])("a backup with %s is refused", (_what, sql, refusal) => {
  const { path, backup, kept } = home();
  const db = openDb(backup);
  db.$client.exec(sql);
  db.$client.close();
  expect(() => restoreDatabase(backup, path, kept)).toThrow(refusal);
  expect(titleIn(path)).toBe("later");
});

test("a damaged backup is refused", () => {
  const { path, backup, kept } = home();
  spoil(backup, 4096 * 4, 4096 * 10);
  expect(() => restoreDatabase(backup, path, kept)).toThrow(/was not restored\. .*malformed|not whole/);
  expect([titleIn(path), existsSync(kept)]).toEqual(["later", false]);
});

test("a restore that was cut short after its file was ready is finished, without the old log", () => {
  const { path, backup } = home();
  copyFileSync(backup, `${path}.restored`);
  writeFileSync(`${path}-wal`, "the log of the replaced database");
  expect(finishRestore(path)).toBe(true);
  expect(titleIn(path)).toBe("e");
  expect(checkDatabase(path, "quick").findings).toEqual([]);
  expect(finishRestore(path)).toBe(false);
});

test("a damaged database is replaced too, and kept as it is", () => {
  const { path, backup, kept } = home();
  renameSync(path, `${path}.good`);
  writeFileSync(path, "");
  restoreDatabase(backup, path, kept);
  expect([titleIn(path), readFileSync(join(kept, "ablab.db")).length]).toEqual(["e", 0]);
});
