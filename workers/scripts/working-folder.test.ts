import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { FolderProblem, readScript } from "./read-folder.ts";
import { hashOfCopy, intoCopy, makeWorkingFolder } from "./working-folder.ts";

let home: string;
let folder: string;
let place: string;
const write = (path: string, text: string | Buffer = "") => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const recipe = (change: object = {}) =>
  write(
    "ablab.recipe.json",
    JSON.stringify({ slug: "tiny", title: "Tiny", version: "1.0", command: ["sh", "t.sh"], ...change }),
  );
const make = () => makeWorkingFolder(folder, place);
/** What a program says in the copy. */
const there = async (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: (await make()).script.folder, encoding: "utf8", stdio: "pipe" }).trim();
const isRoot = process.getuid?.() === 0;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ablab-working-"));
  folder = join(home, "around", "tiny");
  place = join(home, "place");
  recipe();
  write("t.sh", "echo hello\n");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test("what is hashed is copied, byte by byte and with its rights; data beside it is seen and not copied when it is large", async () => {
  chmodSync(join(folder, "t.sh"), 0o755);
  write("data/small.bin", "abc");
  write("data/large.bin");
  truncateSync(join(folder, "data", "large.bin"), 8 * 2 ** 30);
  write("weights.safetensors", Buffer.alloc(300_000));
  const { script, origin } = await make();
  expect(origin).toBe(folder);
  expect(await hashOfCopy(script)).toEqual({
    hash: readScript(folder).hash,
    files: readScript(folder).files,
  });
  expect(statSync(join(script.folder, "t.sh")).mode & 0o100).toBe(0o100);
  expect(lstatSync(join(script.folder, "t.sh")).isFile()).toBe(true);
  expect(readlinkSync(join(script.folder, "data", "large.bin"))).toBe(join(folder, "data", "large.bin"));
  expect(readFileSync(join(script.folder, "data", "small.bin"), "utf8")).toBe("abc");
  expect(script.unhashed.names.toSorted()).toEqual(["data/", "weights.safetensors"]);
});

test("what changes in the original afterwards is not seen, and what is written in the copy never reaches it", async () => {
  write("conf/a.yaml", "a: 1\n");
  write("data/known.csv", "1\n");
  write("logs/before.log", "x");
  const before = readScript(folder).hash;
  const { script } = await make();
  write("t.sh", "echo other\n");
  write("helper.py", "x = 1\n");
  expect(execFileSync("sh", ["t.sh"], { cwd: script.folder, encoding: "utf8" })).toBe("hello\n");
  expect(existsSync(join(script.folder, "helper.py"))).toBe(false);
  write("t.sh", "echo hello\n");
  rmSync(join(folder, "helper.py"));
  for (const path of [
    "conf/b.yaml",
    "data/new.csv",
    "data/known.csv",
    "logs/now.log",
    "hparams.yaml",
    "t.sh",
  ])
    writeFileSync(join(script.folder, path), "changed");
  expect(readScript(folder).hash).toBe(before);
  expect(readdirSync(join(folder, "data"))).toEqual(["known.csv"]);
  expect(readFileSync(join(folder, "data", "known.csv"), "utf8")).toBe("1\n");
  expect(readdirSync(join(folder, "logs"))).toEqual(["before.log"]);
  expect(readFileSync(join(folder, "t.sh"), "utf8")).toBe("echo hello\n");
});

test("git, neighbors and folders beside it are where they always were", async () => {
  const repository = join(home, "around");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      cwd: repository,
      encoding: "utf8",
    }).trim();
  mkdirSync(join(repository, "parts"));
  writeFileSync(join(repository, "parts", "p.py"), "P = 1\n");
  mkdirSync(join(repository, "data"));
  writeFileSync(join(repository, "data", "x"), "far");
  writeFileSync(join(repository, ".gitignore"), "*.log\n");
  recipe({ beside: ["../parts"] });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message=x");
  expect(await there("git", "rev-parse", "HEAD")).toBe(git("rev-parse", "HEAD"));
  expect(await there("git", "status", "--porcelain", "--", ".")).toBe("");
  expect(await there("cat", "../data/x", "../parts/p.py")).toBe("farP = 1");
  const { script } = await make();
  expect(script.folder).toBe(join(place, "tiny"));
  expect(lstatSync(join(place, "parts")).isDirectory()).toBe(true);
  expect(lstatSync(join(place, "data")).isSymbolicLink()).toBe(true);
});

test("a folder of very many neighbors is not laid out", async () => {
  const one = () => readdirSync(place).length;
  for (let i = 0; i < 499; i++) writeFileSync(join(home, "around", `${i}`), "");
  await make();
  expect(one()).toBe(500);
  writeFileSync(join(home, "around", "one-more"), "");
  await make();
  expect(one()).toBe(1);
});

test("a repository that is told of by a file is found too", async () => {
  const far = join(home, "far");
  mkdirSync(far);
  execFileSync("git", ["init", "--quiet", `--separate-git-dir=${join(far, "git")}`, folder]);
  writeFileSync(join(folder, ".git"), `gitdir: ../../far/git\n`);
  expect(await there("git", "rev-parse", "--absolute-git-dir")).toBe(join(far, "git"));
});

test("links inside stay links inside, and hashed ones lead to copies", async () => {
  write("src/train.py", "X = 1\n");
  symlinkSync("src/train.py", join(folder, "train.py"));
  symlinkSync("src", join(folder, "same"));
  symlinkSync("data/none", join(folder, "dangling"));
  const { script } = await make();
  expect(readlinkSync(join(script.folder, "train.py"))).toBe("src/train.py");
  expect(readlinkSync(join(script.folder, "same"))).toBe("src");
  expect(lstatSync(join(script.folder, "same", "train.py")).isFile()).toBe(true);
  expect(lstatSync(join(script.folder, "dangling")).isSymbolicLink()).toBe(true);
  expect((await hashOfCopy(script)).hash).toBe(script.hash);
});

test("hard links are apart in the copy; pipes and sockets are linked and never waited for", async () => {
  linkSync(join(folder, "t.sh"), join(folder, "u.sh"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const server = createServer().listen(join(folder, "socket"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.on("listening", resolve));
  const { script } = await make();
  writeFileSync(join(script.folder, "u.sh"), "echo u\n");
  expect(readFileSync(join(script.folder, "t.sh"), "utf8")).toBe("echo hello\n");
  expect(readFileSync(join(folder, "t.sh"), "utf8")).toBe("echo hello\n");
  for (const name of ["pipe", "socket"])
    expect(readlinkSync(join(script.folder, name))).toBe(join(folder, name));
});

test("names that differ by capitals are two files, and a hashed name with a line break is refused", async () => {
  write("A.py", "1");
  write("a.py", "2");
  const { script } = await make();
  expect(["A.py", "a.py"].map((name) => readFileSync(join(script.folder, name), "utf8"))).toEqual(["1", "2"]);
  write("data\nset", "x");
  expect(readFileSync(join((await make()).script.folder, "data\nset"), "utf8")).toBe("x");
  write("x.py\n0  y.py");
  await expect(make()).rejects.toThrow(FolderProblem);
  await expect(make()).rejects.toThrow(
    String.raw`"x.py\n0  y.py" in ${folder} has a name with control characters`,
  );
  expect(existsSync(place)).toBe(false);
});

test("a name that is no text is left out and known", async () => {
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff]), Buffer.from(".bin")]), "x");
  const { script } = await make();
  expect(script.unhashed.unreadable).toHaveLength(1);
  expect(readdirSync(script.folder).toSorted()).toEqual(["ablab.recipe.json", "t.sh"]);
});

test.skipIf(isRoot)(
  "what cannot be read and is part of the recipe is named, data is only linked",
  async () => {
    write("data.bin", "x");
    chmodSync(join(folder, "data.bin"), 0);
    expect((await make()).script.unhashed.names).toEqual(["data.bin"]);
    chmodSync(join(folder, "t.sh"), 0);
    await expect(make()).rejects.toThrow(/^t\.sh in .* cannot be read, and it is part of the recipe/);
  },
);

test("a folder of very many files is one link, and beside a script each is one", async () => {
  mkdirSync(join(folder, "images"));
  for (let i = 0; i < 1001; i++) writeFileSync(join(folder, "images", `${i}.png`), "");
  const { script } = await make();
  expect(readlinkSync(join(script.folder, "images"))).toBe(join(folder, "images"));
  for (let i = 0; i < 60; i++) writeFileSync(join(folder, `${i}.png`), "");
  expect(readdirSync((await make()).script.folder)).toHaveLength(63);
});

test("so many files beside a script that linking each would take long are refused, with what to do", async () => {
  for (let i = 0; i < 9999; i++) write(`${i}.png`);
  mkdirSync(join(folder, "images"));
  for (let i = 0; i < 1001; i++) write(`images/${i}.png`);
  expect((await make()).script.unhashed.links.size).toBe(10_000);
  write("one-more.png");
  await expect(make()).rejects.toThrow(
    /^.* holds more than 10000 files and folders .* Move them into a folder/,
  );
  expect(existsSync(place)).toBe(false);
});

test("where too many folders are linked to look into each for code, the others are said as if they had some", () => {
  mkdirSync(join(home, "data"));
  for (let i = 0; i < 400; i++) writeFileSync(join(home, "data", `${i}.png`), "");
  for (let i = 0; i < 60; i++) symlinkSync(join(home, "data"), join(folder, `.data${i}`));
  const { code } = readScript(folder).unhashed;
  expect(code).toHaveLength(10);
});

test("code that is not hashed is known: build folders, environments, what no list names, packed modules too large to hash", () => {
  for (const path of [
    "build/b.py",
    "dist/d.txt",
    ".lib/l.so",
    "env/lib/python3/site-packages/s.py",
    "runs/1/r.py",
  ])
    write(path);
  write("big.so", Buffer.alloc(5 * 2 ** 20));
  for (const name of ["small.so", "old.pyc", "more.pth", "mods.zip"]) write(name, "x");
  const { files, unhashed } = readScript(folder);
  expect(Object.keys(files)).toEqual(expect.arrayContaining(["small.so", "old.pyc", "more.pth", "mods.zip"]));
  expect(unhashed.code.toSorted()).toEqual([".lib/", "big.so", "build/", "env/", "runs/1/r.py"]);
  expect(unhashed.names.toSorted()).toEqual([".lib/", "big.so", "build/", "dist/", "env/", "runs/"]);
  recipe({ files: ["t.sh"] });
  write("helper.py");
  expect(readScript(folder).unhashed.code).toContain("helper.py");
});

test("bytecode of the folder is not in the copy", async () => {
  write("__pycache__/helper.cpython-311.pyc");
  write("pkg/__pycache__/m.cpython-311.pyc");
  write("pkg/m.py");
  const { script } = await make();
  expect(readdirSync(script.folder).toSorted()).toEqual(["ablab.recipe.json", "pkg", "t.sh"]);
  expect(readdirSync(join(script.folder, "pkg"))).toEqual(["m.py"]);
});

test("a path into the folder that somebody wrote out whole leads into the copy", async () => {
  const working = await make();
  const copy = working.script.folder;
  expect(intoCopy(working, join(folder, "t.sh"))).toBe(join(copy, "t.sh"));
  expect(intoCopy(working, `--config=${join(folder, "t.sh")}`)).toBe(`--config=${join(copy, "t.sh")}`);
  for (const other of ["t.sh", "--x=1", "/usr/bin/env", join(home, "around")])
    expect(intoCopy(working, other)).toBe(other);
});

test("what goes away with a run is the copy; nothing that its links lead to", async () => {
  write("weights.safetensors", Buffer.alloc(300_000));
  write("build/b.py", "x");
  mkdirSync(join(home, "around", "other"));
  writeFileSync(join(home, "around", "other", "keep"), "x");
  await make();
  rmSync(place, { recursive: true });
  expect(readdirSync(folder).toSorted()).toEqual([
    "ablab.recipe.json",
    "build",
    "t.sh",
    "weights.safetensors",
  ]);
  expect(readdirSync(join(folder, "build"))).toEqual(["b.py"]);
  expect(readdirSync(join(home, "around", "other"))).toEqual(["keep"]);
});
