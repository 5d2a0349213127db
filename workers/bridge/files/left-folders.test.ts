import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bootId, startOf } from "../proc.mjs";
import { openRunDirectory } from "../run-directory.ts";
import { temporaryFolder } from "../testing/world.ts";
import { LeftFolders } from "./left-folders.ts";

const attemptId = "att_0000000000000001";
const assignment = {
  attemptId,
  runId: "run_0000000000000001",
  runName: "a run",
  n: 1,
  fence: 1,
  token: "word",
  recipe: "toy",
  recipeVersion: "1",
  params: {},
  seed: 0,
  gpus: [],
  benchmarks: [],
  inputs: [],
};

function openHome() {
  const home = temporaryFolder(onTestFinished);
  const directory = openRunDirectory(home, attemptId);
  directory.saveAssignment(assignment);
  mkdirSync(join(directory.path, "output", "checkpoint-5"), { recursive: true });
  writeFileSync(join(directory.path, "output", "checkpoint-5", "model.bin"), "weights");
  const elsewhere = join(home, "precious");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "thesis.txt"), "years");
  const folders = new LeftFolders(
    home,
    async () => {},
    () => {},
  );
  const ask = async (id = attemptId) => {
    folders.take([{ attemptId: id, deletedAt: 1 }]);
    await folders.settled();
    const [said] = folders.report();
    folders.heard();
    return said;
  };
  return { directory, elsewhere, ask, isSafe: () => existsSync(join(elsewhere, "thesis.txt")) };
}

test("the folder goes whole, a link in it without what it leads to; asked again it is gone", async () => {
  const { directory, elsewhere, ask, isSafe } = openHome();
  symlinkSync(elsewhere, join(directory.path, "output", "cache"));
  expect(await ask()).toEqual({ attemptId });
  expect(existsSync(directory.path)).toBe(false);
  expect(await ask()).toEqual({ attemptId });
  expect(isSafe()).toBe(true);
});

test("a link in its place is left alone, with what it leads to", async () => {
  const { directory, elsewhere, ask, isSafe } = openHome();
  rmSync(directory.path, { recursive: true });
  symlinkSync(elsewhere, directory.path);
  expect(await ask()).toMatchObject({ problem: expect.stringMatching(/is not a folder that lies there$/) });
  expect(isSafe()).toBe(true);
});

test("a folder that is not known to be of this attempt stays", async () => {
  const { directory, ask } = openHome();
  const other = "att_0000000000000002";
  mkdirSync(join(directory.path, "..", other));
  writeFileSync(join(directory.path, "..", other, "notes.txt"), "mine");
  expect(await ask(other)).toMatchObject({ problem: expect.stringMatching(/holds no record/) });
  directory.saveAssignment({ ...assignment, attemptId: other });
  expect(await ask()).toMatchObject({ problem: expect.stringMatching(/holds no record/) });
  expect(existsSync(join(directory.path, "output", "checkpoint-5", "model.bin"))).toBe(true);
});

test("where something of it still runs it stays, and is asked for again", async () => {
  const { directory, ask } = openHome();
  const supervisor = { supervisorPid: process.pid, supervisorStart: startOf(process.pid), bootId: bootId() };
  writeFileSync(join(directory.path, "exit.json"), JSON.stringify(supervisor));
  expect(await ask()).toEqual({ attemptId, problem: "something of it still runs" });
  rmSync(join(directory.path, "exit.json"));
  expect(await ask()).toEqual({ attemptId });
});
