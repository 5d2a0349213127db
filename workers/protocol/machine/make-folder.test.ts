import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FolderError, makeFolder } from "./make-folder.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "ablab-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const codeOf = (path: string): string => {
  try {
    makeFolder(path, "name another one");
    return "made";
  } catch (error) {
    if (!(error instanceof FolderError)) throw error;
    expect(error.message).toContain(path);
    expect(error.message).toMatch(/, or name another one\.$/);
    return error.code;
  }
};

test("a folder and those above it are made for one user, also where some are there", () => {
  const top = scratch();
  const deep = join(top, "a", "b", "c");
  for (const path of [deep, deep, join(top, "a", "d")]) makeFolder(path, "name another one");
  expect(["a", "a/b", "a/b/c", "a/d"].map((path) => statSync(join(top, path)).mode & 0o777)).toEqual(
    Array(4).fill(0o700),
  );
  symlinkSync(deep, join(top, "link"));
  expect(codeOf(join(top, "link", "e"))).toBe("made");
});

test("a folder that cannot be made is refused at once, with its name", () => {
  const top = scratch();
  const file = join(top, "file");
  writeFileSync(file, "");
  symlinkSync(join(top, "nothing"), join(top, "dangling"));
  symlinkSync(join(top, "loop"), join(top, "loop"));
  expect([file, join(file, "x", "y"), join(top, "dangling")].map(codeOf)).toEqual(Array(3).fill("EEXIST"));
  expect(codeOf(join(top, "loop", "x"))).toBe("ELOOP");
  expect(codeOf(join(top, "n".repeat(300)))).toBe("ENAMETOOLONG");
});

test.runIf(process.platform === "linux")("a file system that takes no folders is no endless search", () => {
  expect(["/proc/self/x", "/proc/self/x/y/z", "/proc/x"].map(codeOf)).toEqual(Array(3).fill("ENOENT"));
});
