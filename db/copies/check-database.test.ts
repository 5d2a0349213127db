import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDb } from "../client.ts";
import { pointStore } from "../points/open-point-store.ts";
import { checkDatabase } from "./check-database.ts";
import { filledDb, freshFolder, placeOf, spoil } from "./testing.ts";

function sealedFile(): string {
  const path = join(freshFolder(), "a.db");
  const db = filledDb(path, 20_000);
  pointStore(db).seal("att_1");
  db.$client.close();
  return path;
}

test("a database that is as it was written has no findings at any depth", () => {
  const path = sealedFile();
  expect(checkDatabase(path, "quick")).toMatchObject({ isSound: true, findings: [], blocks: 0 });
  const full = checkDatabase(path, "full");
  expect(full).toMatchObject({ isSound: true, findings: [], found: 0 });
  expect(full.blocks).toBeGreaterThan(3);
});

test("a damaged page is found by a quick check, and the file may not be written on", () => {
  const path = sealedFile();
  spoil(path, 4096 * 5, 4096 * 4);
  const { isSound, findings } = checkDatabase(path, "quick");
  expect(isSound).toBe(false);
  expect(findings[0]).toMatch(/^SQLite says: /);
});

test("chunks that were exchanged for others with a right checksum are found by a full check, by digest", () => {
  const path = sealedFile();
  const db = openDb(path);
  const [first, second] = db.$client
    .prepare("select id from chunk_data order by id")
    .pluck()
    .all() as number[];
  db.$client
    .prepare("update chunk_data set data = (select data from chunk_data where id = ?) where id = ?")
    .run(second, first);
  db.$client.prepare("update sealed_attempts set sha256 = 'other'").run();
  db.$client.close();
  expect(checkDatabase(path, "copy").findings).toEqual([]);
  expect(checkDatabase(path, "full").findings).toEqual([
    `Points are damaged on disk (chunk ${first}: its digest does not match its bytes).`,
    "Points are damaged on disk (attempt att_1: they are not those that were sealed).",
  ]);
});

test("weights whose bytes are not those of their digest, and rows that point at nothing, are found", () => {
  const path = sealedFile();
  const db = openDb(path);
  db.$client.pragma("foreign_keys = OFF");
  db.$client
    .prepare(
      "insert into artifacts (attempt_id, kind, train_step, sha256, bytes, at, data) values (?, 'checkpoint', 1, 'x', 64, 0, ?)",
    )
    .run("att_0", randomBytes(64));
  db.$client.close();
  expect(checkDatabase(path, "full").findings).toEqual([
    expect.stringMatching(/^Row 1 of artifacts points at a row of attempts that is not there\.$/),
    "The checkpoint of attempt att_0 is damaged on disk (its digest does not match its bytes).",
  ]);
});

test("many findings are counted, and the first fifty shown", () => {
  const path = sealedFile();
  const db = openDb(path);
  const add = db.$client.prepare("insert into segs (series_id, n, x0, x1, data) values (1, 1, 0, 0, 'x')");
  for (let k = 0; k < 70; k++) add.run();
  db.$client.close();
  const { found, findings } = checkDatabase(path, "copy");
  expect([found, findings.length]).toEqual([70, 50]);
  expect(placeOf(path, Buffer.from("no such bytes"))).toBe(-1);
});
