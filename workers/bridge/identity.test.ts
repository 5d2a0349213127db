import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { claimIdentity, DirectoryBusyError } from "./identity.ts";
import { temporaryFolder } from "./testing/world.ts";

const SERVER = "http://127.0.0.1:7330";

test("a restart keeps the identity, another directory has another", () => {
  const home = join(temporaryFolder(onTestFinished), "new");
  const first = claimIdentity(home, SERVER);
  first.release();
  const second = claimIdentity(home, SERVER);
  onTestFinished(() => second.release());
  expect(second.identity).toBe(first.identity);
  expect(second.identity).toMatch(/^[0-9a-f]{32}$/);
  const other = claimIdentity(temporaryFolder(onTestFinished), SERVER);
  onTestFinished(() => other.release());
  expect(other.identity).not.toBe(first.identity);
});

test("a second worker on the same directory is refused with one sentence that names the first", () => {
  const home = temporaryFolder(onTestFinished);
  const first = claimIdentity(home, SERVER);
  onTestFinished(() => first.release());
  expect(() => claimIdentity(home, SERVER)).toThrow(DirectoryBusyError);
  expect(() => claimIdentity(home, SERVER)).toThrow(
    `Another worker (process ${process.pid}, working for ${SERVER}) already uses ${home}; end it with "kill ${process.pid}" (its trainings go on), or give this one a directory of its own with --home.`,
  );
});

test("a directory that no worker can hold is refused in one sentence that says where else", () => {
  const folder = temporaryFolder(onTestFinished);
  const file = join(folder, "file");
  writeFileSync(file, "");
  const lockIsFolder = join(folder, "odd");
  mkdirSync(join(lockIsFolder, "worker-lock.db"), { recursive: true });
  for (const home of [file, join(file, "below"), lockIsFolder, "/proc/self/x/below"]) {
    expect(() => claimIdentity(home, SERVER)).toThrow(DirectoryBusyError);
    expect(() => claimIdentity(home, SERVER)).toThrow(
      /^(?:A worker cannot hold|The folder) .* name another one with --home\.$/,
    );
  }
});

test("what it keeps is private", () => {
  const home = join(temporaryFolder(onTestFinished), "new");
  claimIdentity(home, SERVER).release();
  const mode = (name: string) => statSync(join(home, name)).mode & 0o777;
  expect([mode("."), mode("worker.json"), mode("worker-lock.db")]).toEqual([0o700, 0o600, 0o600]);
});
