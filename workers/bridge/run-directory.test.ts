import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRunDirectory } from "./run-directory.ts";

let home = "";
beforeEach(() => (home = mkdtempSync(join(tmpdir(), "ablab-run-"))));
afterEach(() => rmSync(home, { recursive: true }));

test("a script that only its own logger and its checkpoints speak of lived as long as they were written", () => {
  const directory = openRunDirectory(home, "att_0000000000000001");
  const put = (path: string, at: number) => {
    const whole = join(directory.path, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, "x");
    utimesSync(whole, at, at);
  };
  const old = (...paths: string[]) => paths.forEach((path) => utimesSync(join(directory.path, path), 1, 1));
  expect(directory.lastSignOfLife()).toBe(0);
  put("out.log", 10);
  put("output/checkpoint-5/state.json", 20);
  old("output/checkpoint-5", "output");
  expect(directory.lastSignOfLife()).toBe(20_000);
  put("spool/toy/rows.jsonl", 30);
  old("spool/toy", "spool");
  symlinkSync("/", join(directory.path, "output", "all"));
  old("output");
  expect(directory.lastSignOfLife()).toBe(30_000);
});
