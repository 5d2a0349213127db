import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { readSurroundings } from "./read-surroundings.ts";
import { makeWorkingFolder } from "./working-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ablab-surroundings-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: folder });

test("looking at a repository starts nothing that it sets up, and the change is on record all the same", async () => {
  const recipe = { slug: "tiny", title: "Tiny", version: "1.0", command: ["sh", "train.sh"] };
  writeFileSync(join(folder, "ablab.recipe.json"), JSON.stringify(recipe));
  writeFileSync(join(folder, "train.sh"), "echo 1\n");
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message=x");
  writeFileSync(join(folder, ".git", "info", "attributes"), "*.sh filter=f=f.g\n*.json filter=p\n");
  for (const [name, kind] of [
    ["f=f.g", "clean"],
    ["p", "process"],
  ]) {
    git("config", `filter.${name}.${kind}`, `touch ${join(folder, ".git", "ran")}; cat`);
    git("config", `filter.${name}.required`, "true");
  }
  git("config", "core.fsmonitor", `touch ${join(folder, ".git", "ran")}`);
  writeFileSync(join(folder, "train.sh"), "echo 2\n");
  writeFileSync(join(folder, "ablab.recipe.json"), JSON.stringify(recipe, null, 1));
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  const place = mkdtempSync(join(tmpdir(), "ablab-work-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const working = await makeWorkingFolder(folder, place);
  const seen = await readSurroundings(working, { program: "sh", env, hasGpu: false });
  expect(seen.git?.changed.toSorted()).toEqual(["ablab.recipe.json", "train.sh"]);
  expect(seen.git?.diff).toContain("+echo 2");
  expect(existsSync(join(folder, ".git", "ran"))).toBe(false);
});
