import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { carryOver, type LaidOut, markLaidOut } from "./carry-over.ts";
import { hashOfCopy, makeWorkingFolder } from "./working-folder.ts";

let home: string;
let origin: string;
const put = (folder: string, path: string, text: string | Buffer = "") => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ablab-carry-"));
  origin = join(home, "around", "tiny");
  const recipe = { slug: "tiny", title: "Tiny", version: "1.0", command: ["sh", "src/t.sh"] };
  put(origin, "ablab.recipe.json", JSON.stringify(recipe));
  put(origin, "src/t.sh", "echo hello\n");
  put(origin, "data/small.csv", "1\n");
  put(origin, "weights.bin", Buffer.alloc(300_000));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

type Attempt = LaidOut & { hashed: string[]; hash: () => Promise<string> };
/** The working folder of attempt n. */
async function attempt(n: number): Promise<Attempt> {
  const place = join(home, `attempt-${n}`);
  const { script } = await makeWorkingFolder(origin, place);
  const hashed = Object.keys(script.files);
  return {
    ...(await markLaidOut(place, script.folder, hashed)),
    hashed,
    hash: async () => (await hashOfCopy(script)).hash,
  };
}

test("what was written goes over, by a hard link: new files, changed data, links, folders; nothing else does", async () => {
  const one = await attempt(1);
  put(one.copy, "out/ckpt/model.bin", Buffer.alloc(1000));
  put(one.copy, "src/notes.txt", "mine");
  put(one.copy, "data/small.csv", "1\n2\n");
  put(one.place, "beside.txt", "in the folder around");
  mkdirSync(join(one.copy, "empty"));
  symlinkSync("ckpt", join(one.copy, "out/latest"));
  symlinkSync(join(one.copy, "out", "ckpt"), join(one.copy, "out/absolute"));
  const two = await attempt(2);
  const carried = await carryOver(one, two, true);
  expect(carried.toSorted()).toEqual([
    "../beside.txt",
    "data/small.csv",
    "out/absolute",
    "out/ckpt/model.bin",
    "out/latest",
    "src/notes.txt",
  ]);
  expect(read(two.copy, "data/small.csv")).toBe("1\n2\n");
  expect(readlinkSync(join(two.copy, "out/latest"))).toBe("ckpt");
  expect(readlinkSync(join(two.copy, "out/absolute"))).toBe(join(two.copy, "out", "ckpt"));
  expect(lstatSync(join(two.copy, "empty")).isDirectory()).toBe(true);
  const inode = ({ copy }: Attempt) => statSync(join(copy, "out/ckpt/model.bin")).ino;
  expect(inode(two)).toBe(inode(one));
  const three = await attempt(3);
  expect(await carryOver(two, three, false)).toHaveLength(6);
  expect(inode(three)).not.toBe(inode(two));
  expect(readdirSync(join(origin, "data"))).toEqual(["small.csv"]);
  expect(read(origin, "data/small.csv")).toBe("1\n");
});

test("data that the run did not write is what lies in the folder now", async () => {
  const one = await attempt(1);
  put(origin, "data/small.csv", "mended\n");
  put(origin, "data/more.csv", "new\n");
  rmSync(join(origin, "weights.bin"));
  const two = await attempt(2);
  expect(await carryOver(one, two, true)).toEqual([]);
  expect(read(two.copy, "data/small.csv")).toBe("mended\n");
  expect(read(two.copy, "data/more.csv")).toBe("new\n");
  expect(existsSync(join(two.copy, "weights.bin"))).toBe(false);
});

test("approved files stay approved, whatever the run made of them and of the folders that they lie in", async () => {
  const changes: ((copy: string) => void)[] = [
    (copy) => writeFileSync(join(copy, "src/t.sh"), "echo other\n"),
    (copy) => {
      rmSync(join(copy, "src/t.sh"));
      symlinkSync("/etc/hostname", join(copy, "src/t.sh"));
    },
    (copy) => {
      rmSync(join(copy, "src/t.sh"));
      put(copy, "src/t.sh/inner.py", "x");
    },
    (copy) => {
      rmSync(join(copy, "src"), { recursive: true });
      put(copy, "away/t.sh", "echo other\n");
      symlinkSync("away", join(copy, "src"));
    },
    (copy) => {
      rmSync(join(copy, "src"), { recursive: true });
      put(copy, "src", "a file");
    },
    (copy) => put(copy, "src/__pycache__/t.cpython-311.pyc", "x"),
  ];
  for (const [i, change] of changes.entries()) {
    const one = await attempt(10 + 2 * i);
    const approved = await one.hash();
    change(one.copy);
    const two = await attempt(11 + 2 * i);
    await carryOver(one, two, true);
    expect(await two.hash()).toBe(approved);
    expect(lstatSync(join(two.copy, "src")).isDirectory()).toBe(true);
    expect(readdirSync(join(two.copy, "src"))).toEqual(["t.sh"]);
  }
});

test("nothing is made where a link leads: a folder that is linked whole now is opened up for what the run wrote there", async () => {
  const one = await attempt(1);
  put(one.copy, "data/made.txt", "mine");
  rmSync(join(one.copy, "weights.bin"));
  put(one.copy, "weights.bin", "trained");
  for (let i = 0; i < 1001; i++) put(origin, `data/${i}.png`);
  const two = await attempt(2);
  expect(lstatSync(join(two.copy, "data")).isSymbolicLink()).toBe(true);
  expect((await carryOver(one, two, true)).toSorted()).toEqual(["data/made.txt", "weights.bin"]);
  expect(readdirSync(join(origin, "data"))).toHaveLength(1002);
  expect(readdirSync(join(two.copy, "data"))).toHaveLength(1003);
  expect(read(two.copy, "data/small.csv")).toBe("1\n");
  expect(read(two.copy, "weights.bin")).toBe("trained");
  expect(statSync(join(origin, "weights.bin")).size).toBe(300_000);
});

test("a folder that has moved within its repository takes its own along; what would leave the working folder stays behind", async () => {
  const one = await attempt(1);
  put(one.copy, "out/ckpt", "7");
  put(one.place, "beside.txt", "x");
  put(join(home, "around", "tiny"), ".git/HEAD", "ref: refs/heads/main\n");
  rmSync(join(origin, ".git"), { recursive: true });
  put(home, ".git/HEAD", "ref: refs/heads/main\n");
  const two = await attempt(2);
  expect(two.copy).toBe(join(two.place, "around", "tiny"));
  expect((await carryOver(one, two, true)).toSorted()).toEqual(["../beside.txt", "out/ckpt"]);
  expect(read(two.copy, "out/ckpt")).toBe("7");
  put(two.place, "far.txt", "x");
  rmSync(join(home, ".git"), { recursive: true });
  const four = await attempt(4);
  expect(await carryOver(two, four, true)).not.toContain("../../far.txt");
  expect(existsSync(join(four.place, "..", "far.txt"))).toBe(false);
});

test("pipes, and folders that cannot be read, are passed by", async () => {
  const one = await attempt(1);
  execFileSync("mkfifo", [join(one.copy, "pipe")]);
  put(one.copy, "closed/x", "x");
  chmodSync(join(one.copy, "closed"), 0);
  put(one.copy, "ckpt", "1");
  const two = await attempt(2);
  expect(await carryOver(one, two, true)).toContain("ckpt");
  expect(existsSync(join(two.copy, "pipe"))).toBe(false);
  chmodSync(join(one.copy, "closed"), 0o700);
});
