import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { overwrite, preallocate, readRecord, writeWhole } from "./record-file.mjs";
import { temporaryFolder } from "./testing/world.ts";

test("a preallocated record is blank until it is written, and keeps its size", () => {
  const path = join(temporaryFolder(onTestFinished), "exit.json");
  preallocate(path, 512);
  expect(readRecord(path)).toBeNull();
  overwrite(path, { detail: "a long first text" }, 512);
  overwrite(path, { code: 7 }, 512);
  expect(readRecord(path)).toEqual({ code: 7 });
  expect(statSync(path).size).toBe(512);
});

test("a record that does not fit is refused and the old one stays", () => {
  const path = join(temporaryFolder(onTestFinished), "exit.json");
  preallocate(path, 32);
  overwrite(path, { code: 7 }, 32);
  expect(() => overwrite(path, { detail: "é".repeat(16) }, 32)).toThrow(/does not fit/);
  expect(readRecord(path)).toEqual({ code: 7 });
});

test("a whole record replaces the old one, is private and leaves nothing beside it", () => {
  const folder = temporaryFolder(onTestFinished);
  const path = join(folder, "start.json");
  writeFileSync(path, "old");
  writeWhole(path, { pid: 1 });
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ pid: 1 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["start.json"]);
});

test("missing and half-written records are null", () => {
  const path = join(temporaryFolder(onTestFinished), "start.json");
  expect(readRecord(path)).toBeNull();
  writeFileSync(path, '{"pid": 12');
  expect(readRecord(path)).toBeNull();
});
