import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDb } from "#db/client.ts";
import { lockExclusively } from "#db/connection.ts";
import { migrate, readMigrations } from "#db/migrate.ts";

/** What `npx ablab start` says where it cannot: real processes that end before the pages are needed. */

const ROOT = join(import.meta.dirname, "..", "..");
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Root may write everywhere, so as root the server is started as nobody, who must be able to read this checkout. */
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const canBeUnprivileged =
  spawnSync(process.execPath, ["-e", "0"], { cwd: join(ROOT, "server", "cli"), ...asNobody }).status === 0;

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), "ablab-start-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(
  home: string,
  { port = 0, as = {}, hear }: { port?: number; as?: { uid?: number }; hear?: (said: string) => void } = {},
): Promise<Ended> {
  const main = join(ROOT, "server", "cli", "main.ts");
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", main, "start", "--no-worker", "--port", String(port)],
    { cwd: ROOT, env: { ...process.env, ABLAB_HOME: home, NODE_ENV: "production" }, ...as },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
    hear?.(String(chunk));
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

/** It ended with 1, and all that the person sees is this one sentence. */
function expectSentence(ended: Ended, message: RegExp): void {
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr.trim().split("\n")).toHaveLength(1);
  expect([ended.code, ended.stdout]).toEqual([1, ""]);
}

/** A data directory as an earlier start left it. */
function usedHome(): string {
  const home = temporaryHome();
  const db = openDb(join(home, "ablab.db"));
  migrate(db, { now: 0, backupDir: null });
  db.$client.close();
  return home;
}

test("a data directory that another server holds is refused, and the other one is named", async () => {
  const home = usedHome();
  const release = lockExclusively(join(home, "lock.db"));
  onTestFinished(() => release?.());
  writeFileSync(join(home, "server.json"), JSON.stringify({ url: "http://127.0.0.1:7330" }));
  expectSentence(
    await start(home),
    /^ablab: Another Ablab server already uses \S+ \(at http:\/\/127\.0\.0\.1:7330\)\. Use that one \("npx ablab login-link" lets you in\), stop it, or set ABLAB_HOME/,
  );
  expect(readFileSync(join(home, "server.json"), "utf8")).toContain("7330");
});

test("a port that another program uses is said with the next one to try, and the directory is free again", async () => {
  const home = temporaryHome();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const message = new RegExp(
    `^ablab: Port ${port} is taken by another program\\. Stop it, or start with --port ${port + 1}\\.`,
  );
  expectSentence(await start(home, { port }), message);
  const release = lockExclusively(join(home, "lock.db"));
  expect(release).not.toBeNull();
  release?.();
});

test.skipIf(!canBeUnprivileged)("a data directory that may not be written is said, by name", async () => {
  const home = temporaryHome();
  chmodSync(home, isRoot ? 0o755 : 0o500);
  expectSentence(
    await start(home, { as: asNobody }),
    /^ablab: The data directory \S+ cannot be written\. Make it writable for this user, or set ABLAB_HOME/,
  );
  expectSentence(
    await start(join(home, "new"), { as: asNobody }),
    /^ablab: The folder \S+new cannot be made: nothing can be made in \S+ \(EACCES\)\./,
  );
});

test.skipIf(!isRoot || !canBeUnprivileged)(
  "files of another user in the data directory are said, with the command that gives them back (needs root: chown)",
  async () => {
    const home = usedHome();
    execFileSync("chown", [`${NOBODY}:${NOBODY}`, home]);
    chmodSync(join(home, "ablab.db"), 0o600);
    expectSentence(
      await start(home, { as: asNobody }),
      /^ablab: Something in the data directory \S+ cannot be written \(.+\)\. It may have been made by another user: .*chown -R/,
    );
  },
);

test("a file in the place of the data directory, and a directory open to others, are refused", async () => {
  const home = temporaryHome();
  const file = join(home, "file");
  writeFileSync(file, "");
  expectSentence(
    await start(file),
    /^ablab: The folder \S+file cannot be made: \S+file is not a directory\. Move that file away/,
  );
  expectSentence(
    await start("/proc/self/x/home"),
    /^ablab: The folder \/proc\/self\/x\/home cannot be made: nothing can be made in \/proc\/self .*set ABLAB_HOME/,
  );
  const open = join(home, "open");
  mkdirSync(open);
  chmodSync(open, 0o755);
  expectSentence(
    await start(open),
    /^ablab: .* is open to other users of this machine\. Run: chmod 700 \S+open/,
  );
});

/** Overwrites a part of a file in place. */
function spoil(file: string, from: number, bytes: number): void {
  const fd = openSync(file, "r+");
  writeSync(fd, Buffer.alloc(bytes, 0xaa), 0, bytes, from);
  closeSync(fd);
}

test.each([
  ["its header is gone", 0, 100],
  ["the pages behind its header are gone", 4096, 200_000],
])("a damaged database is refused and left as it is: %s", async (_how, from, bytes) => {
  const home = usedHome();
  const file = join(home, "ablab.db");
  spoil(file, from, bytes);
  const before = readFileSync(file);
  expectSentence(
    await start(home),
    /^ablab: The database \S+ablab\.db is damaged \(.+\)\. It was left as it is\. .* put a copy from \S+backups in its place/,
  );
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a database of 0 bytes is no new bench: it is refused, also where only its log is left", async () => {
  const home = usedHome();
  const file = join(home, "ablab.db");
  writeFileSync(file, "");
  expectSentence(
    await start(home),
    /^ablab: The database \S+ablab\.db is damaged \(it has 0 bytes\)\. It was left as/,
  );
  expect(statSync(file).size).toBe(0);
  rmSync(file);
  writeFileSync(`${file}-wal`, "what was committed last");
  expectSentence(
    await start(home),
    /^ablab: The database \S+ablab\.db is gone, but its log \S+ablab\.db-wal is there\./,
  );
  expect(readFileSync(`${file}-wal`, "utf8")).toBe("what was committed last");
});

test("what an interrupted first start left is no database, and files are for their user alone", async () => {
  const home = temporaryHome();
  writeFileSync(join(home, "ablab.db.new"), "");
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  expectSentence(await start(home, { port }), /is taken by another program/);
  expect(statSync(join(home, "ablab.db")).size).toBeGreaterThan(4096);
  const files = readdirSync(home, { recursive: true, withFileTypes: true });
  expect(files.map(({ name }) => name)).not.toContain("ablab.db.new");
  const open = files.filter(({ parentPath, name }) => (statSync(join(parentPath, name)).mode & 0o077) !== 0);
  expect(open.map(({ name }) => name)).toEqual([]);
});

test("a database of a newer Ablab is refused with the migration it holds, and left as it is", async () => {
  const home = usedHome();
  const db = openDb(join(home, "ablab.db"));
  db.$client.exec("insert into __migrations values ('9999_next_year', 'x', 0)");
  db.$client.close();
  expectSentence(
    await start(home),
    /^ablab: The database was written by a newer Ablab \(it holds migration 9999_next_year\)\. Update this checkout, or restore a backup\./,
  );
});

/** Mounts a disk of a few hundred kB, where that is allowed. */
function tinyDisk(size: string): string | null {
  const home = mkdtempSync(join(tmpdir(), "ablab-disk-"));
  const mounted =
    isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=700`, "tmpfs", home]).status === 0;
  onTestFinished(() => {
    if (mounted) spawnSync("umount", [home]);
    rmSync(home, { recursive: true, force: true });
  });
  return mounted ? home : null;
}

test.skipIf(!isRoot)(
  "a full disk is said, and with space again the same directory starts (needs root: tmpfs)",
  async ({ skip }) => {
    const home = tinyDisk("200k");
    if (home === null) return skip("mount is not allowed here");
    const full =
      /^ablab: The disk of the data directory \S+ is full\. Nothing is lost: free some space and start again\./;
    expectSentence(await start(home), full);
    spawnSync("mount", ["-o", "remount,size=4m", home]);
    // A taken port is the first thing said after the database was made: it got that far.
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    expectSentence(await start(home, { port }), /is taken by another program/);
    expect(statSync(join(home, "tokens", "operator")).size).toBeGreaterThan(20);
  },
);

test("a port that no browser opens is refused before anything is made", async () => {
  const home = temporaryHome();
  const ended = await start(home, { port: 6667 });
  expect([ended.code, ended.stdout, readdirSync(home)]).toEqual([2, "", []]);
  expect(ended.stderr).toContain("6670");
});

/** A port that nobody listens on at this moment. */
async function freePort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  await new Promise((resolve) => other.close(resolve));
  return port;
}

test("while the database of an older version is upgraded, terminal, pages and programs are told so", async () => {
  const home = temporaryHome();
  const file = join(home, "ablab.db");
  const old = openDb(file);
  migrate(old, { now: 0, backupDir: null, migrations: readMigrations().slice(0, -2) });
  // The upgrade waits as long as somebody else writes.
  old.$client.exec("begin immediate");
  const port = await freePort();
  const isSaid = new Promise<string>((resolve) => {
    void start(home, { port, hear: (said) => said.includes("upgraded") && resolve(said) });
  });
  expect(await isSaid).toMatch(/The database is being upgraded to this version: it is copied first\./);
  const url = `http://127.0.0.1:${port}/`;
  const [page, data] = await Promise.all([
    fetch(url, { headers: { accept: "text/html" } }),
    fetch(url, { headers: { accept: "application/json" } }),
  ]);
  expect([page.status, page.headers.get("refresh"), data.status, data.headers.get("retry-after")]).toEqual([
    503,
    "2",
    503,
    "2",
  ]);
  expect(await page.text()).toContain("The database is being upgraded to this version");
  expect(await data.json()).toMatchObject({ error: "upgrading" });
  old.$client.exec("commit");
  const tags = old.$client.prepare("select count(*) from __migrations").pluck();
  await vi.waitUntil(() => tags.get() === readMigrations().length, { timeout: 60_000 });
  old.$client.close();
});
