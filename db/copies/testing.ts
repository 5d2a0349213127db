import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDb, type Db } from "../client.ts";
import { migrate } from "../migrate.ts";
import { pointStore } from "../points/open-point-store.ts";
import { addAttempts, batchOf } from "../points/testing.ts";

/** A folder that is gone after the test. */
export function freshFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "ablab-copies-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A migrated database in a file with points of one attempt; it stays open until the test ends. */
export function filledDb(path: string, points = 3000): Db {
  const db = openDb(path);
  migrate(db, { now: 0, backupDir: null });
  addAttempts(db);
  const rows = Array.from({ length: points }, (_, k) => ({ x: k, value: Math.sqrt(k), at: 1000 * k }));
  pointStore(db).append([batchOf(rows)]);
  pointStore(db).settle(null);
  onTestFinished(() => void db.$client.close());
  return db;
}

/** Overwrites bytes of a file in place. */
export function spoil(file: string, from: number, bytes: number): void {
  const fd = openSync(file, "r+");
  writeSync(fd, Buffer.alloc(bytes, 0xaa), 0, bytes, from);
  closeSync(fd);
}

/** Where in a file these bytes lie first; -1 where they do not. */
export const placeOf = (file: string, bytes: Uint8Array): number => readFileSync(file).indexOf(bytes);
