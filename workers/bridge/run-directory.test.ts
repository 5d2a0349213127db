import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FakeStore } from "./fake-store.ts";
import { launchToy } from "./testing/world.ts";
import { openRunDirectory } from "./run-directory.ts";
import { SECRETS_FILE } from "./scripts/launch-secrets.mjs";

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

test("once its end is delivered, nothing in its folder says the secrets that it was started with", () => {
  const directory = openRunDirectory(home, "att_0000000000000001");
  mkdirSync(directory.path, { recursive: true });
  const { assignment } = launchToy(new FakeStore());
  directory.saveAssignment({ ...assignment, token: "a-secret-2" });
  const argv = ["python", "t.py", "--hf_token=a-secret-1"];
  directory.saveLaunch({
    attemptId: "att_0000000000000001",
    argv,
    cwd: "/",
    env: { HF_TOKEN: "a-secret-1", PATH: "/bin" },
    device: "cpu",
    bootId: "b",
  });
  const masked = {
    argv: ["python", "t.py", "--hf_token=***"],
    env: { HF_TOKEN: "***", PATH: "/bin" },
  };
  expect(directory.launch()).toMatchObject(masked);
  expect(readdirSync(directory.path)).toContain(SECRETS_FILE);
  directory.close("fenced", 1);
  expect(readdirSync(directory.path)).not.toContain(SECRETS_FILE);
  // Its training may go on, and post.
  expect([directory.assignment()?.token, readFileSync(directory.token, "utf8")]).toEqual([
    "a-secret-2",
    "a-secret-2\n",
  ]);
  // As a worker of before wrote it.
  writeFileSync(join(directory.path, "launch.json"), JSON.stringify({ ...directory.launch(), argv }));
  directory.close("delivered", 1);
  expect(directory.launch()).toMatchObject(masked);
  expect(directory.assignment()).toEqual({ ...assignment, token: "***" });
  for (const name of readdirSync(directory.path))
    expect(readFileSync(join(directory.path, name), "utf8")).not.toContain("a-secret");
});
