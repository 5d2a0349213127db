import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderProblem, readScript } from "./read-folder.ts";

const RECIPE = { slug: "tiny", title: "Tiny", version: "1.0", command: ["./train.sh"] };

let home: string;
let folder: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const recipe = (change: object = {}) => write("ablab.recipe.json", JSON.stringify({ ...RECIPE, ...change }));

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ablab-folder-"));
  folder = join(home, "tiny");
  mkdirSync(folder);
  recipe();
  write("train.sh", "#!/bin/sh\n");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test("caches and outputs are not part of a recipe, and a link out of the folder is refused", () => {
  const before = readScript(folder).manifest.version;
  for (const name of ["__pycache__", "outputs", ".git", "wandb"]) {
    mkdirSync(join(folder, name));
    write(`${name}/x.py`, "1");
  }
  write("weights.safetensors", "2");
  expect(readScript(folder).manifest.version).toBe(before);
  writeFileSync(join(home, "outside.py"), "");
  symlinkSync(join(home, "outside.py"), join(folder, "inside.py"));
  expect(() => readScript(folder)).toThrow(FolderProblem);
});

test("a folder that is a link out of the folder is refused, and one of its own counts where it lies", () => {
  mkdirSync(join(home, "shared"));
  mkdirSync(join(folder, "own"));
  write("own/a.py", "1");
  symlinkSync("own", join(folder, "same"));
  expect(Object.keys(readScript(folder).files)).toEqual(["ablab.recipe.json", "own/a.py", "train.sh"]);
  symlinkSync("../shared", join(folder, "lib"));
  expect(() => readScript(folder)).toThrow(
    `lib in ${folder} leads to ${join(home, "shared")}, outside the folder. Copy it into the folder.`,
  );
});

test("links in a circle and to nothing are no part of a recipe, and said where a module may come of one", () => {
  const before = readScript(folder).hash;
  for (const [name, to] of [
    ["loop", "loop"],
    ["there.py", "back.py"],
    ["back.py", "there.py"],
    ["later.py", join(home, "later.py")],
    ["pkg", join(home, "pkg")],
    ["weights.safetensors", "gone"],
  ])
    symlinkSync(to, join(folder, name));
  const { hash, unhashed } = readScript(folder);
  expect(hash).toBe(before);
  expect(unhashed.code.toSorted()).toEqual(["back.py", "later.py", "loop", "pkg", "there.py"]);
  recipe({ files: ["later.py"] });
  expect(() => readScript(folder)).toThrow(/later\.py in .* leads to nothing/);
});

test("a pipe, and a path out of the folder, are refused and not read", () => {
  execFileSync("mkfifo", [join(folder, "pipe")]);
  recipe({ files: ["pipe"] });
  expect(() => readScript(folder)).toThrow('"pipe" is named in "files" of ablab.recipe.json and is neither');
  for (const path of ["..", "../x.py", "/etc/passwd"]) {
    writeFileSync(join(home, "x.py"), "");
    recipe({ files: [path] });
    expect(() => readScript(folder)).toThrow(FolderProblem);
  }
  rmSync(join(folder, "ablab.recipe.json"));
  execFileSync("mkfifo", [join(folder, "ablab.recipe.json")]);
  expect(() => readScript(folder)).toThrow("ablab.recipe.json in");
});

test("named files are all that counts, and one that is not there is said", () => {
  recipe({ files: ["train.sh"] });
  const before = readScript(folder).manifest.version;
  write("other.py", "1");
  expect(readScript(folder).manifest.version).toBe(before);
  recipe({ files: ["train.py"] });
  expect(() => readScript(folder)).toThrow(
    `"train.py" is named in "files" of ablab.recipe.json and is not in ${folder}.`,
  );
});

test("a folder beside the script's is part of it: a change there is another version, and a link there is refused", () => {
  const parts = join(home, "parts");
  recipe({ beside: ["../parts"] });
  expect(() => readScript(folder)).toThrow(FolderProblem);
  mkdirSync(parts);
  writeFileSync(join(parts, "shared.py"), "1");
  const before = readScript(folder);
  expect(Object.keys(before.files)).toContain("../parts/shared.py");
  writeFileSync(join(parts, "shared.py"), "2");
  expect(readScript(folder).hash).not.toBe(before.hash);
  rmSync(parts, { recursive: true });
  mkdirSync(join(home, "far", "parts"), { recursive: true });
  symlinkSync(join(home, "far", "parts"), parts);
  expect(() => readScript(folder)).toThrow("which is not beside it");
});
