import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDb, type Db } from "./client.ts";
import { migrate } from "./migrate.ts";
import { insertProject, selectProjectByName } from "./queries/projects.ts";
import { openSnapshot } from "./read-snapshot.ts";

let folder: string;
let db: Db;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ablab-snapshot-"));
  db = openDb(join(folder, "ablab.db"));
  migrate(db, { now: 0, backupDir: null });
});

afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

const project = (name: string) => ({ id: `prj_${name}`, name, slug: name, createdAt: 0 });

test("a snapshot shows what was there when it was opened, and the writer is not held up by it", () => {
  insertProject(db, project("before"));
  const snapshot = openSnapshot(db.$client.name);
  insertProject(db, project("after"));
  expect(snapshot.db.$client.prepare("select id from projects").pluck().all()).toEqual(["prj_before"]);
  snapshot.close();
  expect(selectProjectByName(db, "after")?.id).toBe("prj_after");
});

test("nothing can be written through a snapshot", () => {
  const snapshot = openSnapshot(db.$client.name);
  expect(() => snapshot.db.$client.exec("delete from projects")).toThrow(/readonly/);
  snapshot.close();
});
