import { createHash } from "node:crypto";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../testing/world.ts";
import { openRunDirectory } from "../run-directory.ts";
import { Chores } from "./chores.ts";
import { outputFolder } from "./output-folder.ts";

const attemptId = "att_0000000000000001";

function openOutput() {
  const home = temporaryFolder(onTestFinished);
  const folder = outputFolder(openRunDirectory(home, attemptId).path);
  mkdirSync(join(folder, "checkpoint-5", "deep"), { recursive: true });
  writeFileSync(join(folder, "checkpoint-5", "model.bin"), "weights");
  writeFileSync(join(folder, "checkpoint-5", "deep", "a.txt"), "a");
  writeFileSync(join(folder, "one.bin"), "one");
  return { home, folder, chores: new Chores(home, () => {}) };
}

const sha = (text: string) => createHash("sha256").update(text).digest("hex");

test("a checkpoint is removed once it is asked for, and asked again it is gone", async () => {
  const { folder, chores } = openOutput();
  const drop = { id: 1, what: "drop" as const, attemptId, path: "checkpoint-5" };
  chores.take([drop, drop]);
  await chores.settled();
  expect(existsSync(join(folder, "checkpoint-5"))).toBe(false);
  expect(existsSync(join(folder, "one.bin"))).toBe(true);
  expect(chores.report()).toEqual([{ id: 1, what: "drop", outcome: "done" }]);
  chores.take([drop]);
  expect(chores.report()).toHaveLength(1);
  chores.heard();
  expect(chores.report()).toEqual([]);
  chores.take([drop]);
  await chores.settled();
  expect(chores.report()).toEqual([{ id: 1, what: "drop", outcome: "gone" }]);
});

test("the hash of a file is that of its content, of a folder that of the lines of its files", async () => {
  const { chores } = openOutput();
  chores.take([
    { id: 1, what: "hash", attemptId, path: "one.bin" },
    { id: 2, what: "hash", attemptId, path: "checkpoint-5" },
  ]);
  await chores.settled();
  const lines = `${sha("a")}  deep/a.txt\n${sha("weights")}  model.bin\n`;
  expect(chores.report().map(({ sha256 }) => sha256)).toEqual([sha("one"), sha(lines)]);
});

test("nothing is touched that lies elsewhere behind a link", async () => {
  const { home, folder, chores } = openOutput();
  const elsewhere = join(home, "precious");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "thesis.txt"), "years");
  symlinkSync(elsewhere, join(folder, "checkpoint-7"));
  chores.take([
    { id: 1, what: "drop", attemptId, path: "checkpoint-7" },
    { id: 2, what: "drop", attemptId, path: "checkpoint-7/thesis.txt" },
  ]);
  await chores.settled();
  expect(chores.report().map(({ outcome, problem }) => [outcome, problem])).toEqual([
    ["failed", "checkpoint-7 is a link"],
    ["failed", "checkpoint-7/thesis.txt leads out of the output folder"],
  ]);
  expect(existsSync(join(elsewhere, "thesis.txt"))).toBe(true);
});
