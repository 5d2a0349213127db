import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeWorld } from "../services/testing.ts";
import { openDoors } from "./doors.ts";
import { openHome, scopeOfToken } from "./home.ts";

const dir = mkdtempSync(join(tmpdir(), "ablab-renew-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("after another operator token is in place the old one opens nothing, and the file is its user's alone", () => {
  const home = openHome(dir);
  const doors = openDoors("http://127.0.0.1:1", home, {
    createLoginLink: () => "",
    version: "0",
    startedAt: 0,
    allowWebhooks: [],
  });
  const scope = scopeOfToken(makeWorld().ctx, home);
  const read = () => readFileSync(home.operatorTokenFile, "utf8").trim();
  const before = read();
  expect(scope(before)).toEqual({ kind: "operator" });
  expect(doors.keeper.renewOperatorToken()).toEqual({ file: home.operatorTokenFile });
  expect(read()).not.toBe(before);
  expect([scope(before), scope(read())]).toEqual([null, { kind: "operator" }]);
  expect(statSync(home.operatorTokenFile).mode & 0o777).toBe(0o600);
  home.release();
});

test("a list of backups names those that are there, the newest first, and asks for one at a time", async () => {
  const home = openHome(dir);
  const { keeper } = openDoors("http://127.0.0.1:1", home, {
    createLoginLink: () => "",
    version: "0",
    startedAt: 0,
    allowWebhooks: [],
  });
  expect(keeper.listBackups()).toMatchObject({ backups: [], total: 0, bytes: 0 });
  await expect(keeper.backUp()).rejects.toThrow(/no database/);
  home.release();
});
