import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { sha256 } from "./read-folder.ts";
import { hashOfCopy, makeWorkingFolder } from "./working-folder.ts";

let home: string;
let folder: string;
let place: string;
const write = (path: string, text: string | Buffer = "") => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const make = () => makeWorkingFolder(folder, place);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ablab-steps-"));
  folder = join(home, "around", "tiny");
  place = join(home, "place");
  write(
    "ablab.recipe.json",
    JSON.stringify({ slug: "tiny", title: "Tiny", version: "1.0", command: ["sh", "t.sh"] }),
  );
  write("t.sh", "echo hello\n");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test("whatever its size, others get their turn while it is made, and each byte is copied", async () => {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  onTestFinished(() => clearImmediate(next));
  const turnsOf = async (work: () => Promise<unknown>) => {
    const before = turns;
    await work();
    return turns - before;
  };
  for (let i = 0; i < 400; i++) write(`src/${i}.py`, `x = ${i}\n`);
  expect(await turnsOf(make)).toBeGreaterThanOrEqual(50);
  const bytes = Buffer.alloc(33 * 2 ** 20 + 7, "0123456789");
  write("large.txt", bytes);
  write("empty.txt");
  expect(await turnsOf(make)).toBeGreaterThanOrEqual(54);
  const { script } = await make();
  expect(readFileSync(join(script.folder, "large.txt")).equals(bytes)).toBe(true);
  expect(script.files["large.txt"]).toBe(sha256(bytes));
  expect(script.files["empty.txt"]).toBe(sha256(""));
  expect(await turnsOf(() => hashOfCopy(script))).toBeGreaterThanOrEqual(54);
});

test("a folder that is there is out of the way at once and removed in the background, also by the next process", async () => {
  await make();
  writeFileSync(join(place, "tiny", "written.txt"), "x");
  mkdirSync(`${place}.gone-by-an-earlier-process`);
  expect(readdirSync((await make()).script.folder).toSorted()).toEqual(["ablab.recipe.json", "t.sh"]);
  await expect.poll(() => readdirSync(home).toSorted(), { timeout: 60_000 }).toEqual(["around", "place"]);
});
