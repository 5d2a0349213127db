import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { grpo } from "../recipes/grpo/manifest.ts";
import { Refusal } from "../recipes/refusal.ts";
import { sft } from "../recipes/sft/manifest.ts";
import { checkpointFolder } from "./checkpoint-folder.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ablab-checkpoints-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("at most one checkpoint a second is kept, the newest alone, and the last one always", () => {
  let clock = 0;
  const saved = checkpointFolder(grpo, { ABLAB_OUTPUT: folder }, () => clock);
  let asked = 0;
  const state = () => `state ${++asked}`;
  saved?.write(1, state, false);
  clock = 999;
  saved?.write(2, state, false);
  expect([readdirSync(folder), asked]).toEqual([["checkpoint-1"], 1]);
  clock = 1000;
  saved?.write(3, state, false);
  expect(readdirSync(folder)).toEqual(["checkpoint-3"]);
  saved?.write(4, state, true);
  expect(readdirSync(folder)).toEqual(["checkpoint-4"]);
  expect(readFileSync(join(folder, "checkpoint-4"), "utf8")).toBe("state 3");
});

test("it goes on from the named file, and says what to do where that is gone", () => {
  const path = join(folder, "checkpoint-9");
  const from = (file: string) => checkpointFolder(grpo, { ABLAB_OUTPUT: folder, ABLAB_RESUME: file });
  writeFileSync(path, "a state");
  expect(from(path)?.read()).toBe("a state");
  expect(checkpointFolder(grpo, { ABLAB_OUTPUT: folder })?.read()).toBeNull();
  expect(() => from(join(folder, "none"))?.read()).toThrow(Refusal);
});

test("without a folder, or for a recipe that keeps none, there are no checkpoints", () => {
  expect(checkpointFolder(grpo, {})).toBeUndefined();
  expect(checkpointFolder(sft, { ABLAB_OUTPUT: folder })).toBeUndefined();
});
