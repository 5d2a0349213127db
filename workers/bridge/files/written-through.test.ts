import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRunDirectory } from "../run-directory.ts";
import { findWrittenThrough, noteWrittenThrough } from "./written-through.ts";

let home: string;
let work: string;
const outside = (path: string) => join(home, "outside", path);
const write = (path: string, at: number) => {
  writeFileSync(path, "x");
  utimesSync(path, at, at);
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ablab-through-"));
  work = openRunDirectory(home, "att_0000000000000001").work;
  mkdirSync(join(work, "tiny", "own"), { recursive: true });
  mkdirSync(outside("data/deep"), { recursive: true });
  symlinkSync(outside("data"), join(work, "tiny", "data"));
  write(outside("weights"), 10);
  symlinkSync(outside("weights"), join(work, "tiny", "weights"));
});
afterEach(() => rmSync(home, { recursive: true }));

test("what was written through links since the start is found, what lies in the run's own folder is not", () => {
  write(outside("data/before"), 10);
  write(join(work, "tiny", "own", "mine"), 200);
  symlinkSync("mine", join(work, "tiny", "own", "again"));
  expect(findWrittenThrough(work, 100_000)).toEqual({ paths: [], more: 0 });
  write(outside("data/deep/new"), 200);
  write(outside("weights"), 200);
  symlinkSync("..", outside("data/circle"));
  const { paths } = findWrittenThrough(work, 100_000);
  expect(paths.toSorted()).toEqual(["tiny/data/deep/new", "tiny/weights"]);
});

test("very many are named by some and a number, and a look at very many ends", () => {
  for (let i = 0; i < 30; i++) write(outside(`data/${i}`), 200);
  expect(findWrittenThrough(work, 100_000)).toMatchObject({ paths: { length: 20 }, more: 10 });
});

test("a run is told of it once, behind a line that its script left unfinished", () => {
  const directory = openRunDirectory(home, "att_0000000000000001");
  const ids = { pid: 1, pidStart: "1", bootId: "b", supervisorPid: 1, supervisorStart: "1" };
  directory.saveStart({ ...ids, startedAt: 100_000, argv: ["x"] });
  write(outside("data/new"), 200);
  writeFileSync(directory.events, '{"t":"po');
  // What cannot be noted is no note that was made.
  renameSync(directory.events, `${directory.events}.aside`);
  mkdirSync(directory.events);
  expect(() => noteWrittenThrough(directory)).toThrow("EISDIR");
  rmdirSync(directory.events);
  renameSync(`${directory.events}.aside`, directory.events);
  noteWrittenThrough(directory);
  noteWrittenThrough(directory);
  const lines = readFileSync(directory.events, "utf8").split("\n");
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[1])).toMatchObject({
    t: "note",
    message: expect.stringContaining("tiny/data/new"),
  });
});
