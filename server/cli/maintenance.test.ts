import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDb } from "#db/client.ts";
import { lockExclusively } from "#db/connection.ts";
import { copyDatabase } from "#db/copies/copy-database.ts";
import { filledDb, freshFolder, placeOf, spoil } from "#db/copies/testing.ts";

/** What `npx ablab backup`, `restore` and `check` do as processes, with a server beside them or not. */

const MAIN = join(import.meta.dirname, "main.ts");

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function ablab(home: string, ...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args], {
    env: { ...process.env, ABLAB_HOME: home },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

async function json(home: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await ablab(home, ...args, "--json");
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const titleIn = (path: string): unknown => {
  const db = openDb(path);
  const title = db.$client.prepare("select title from experiments").pluck().get();
  db.$client.close();
  return title;
};

test("a backup is made while a server holds and writes the directory, and a restore brings it back on an empty machine", async () => {
  const home = freshFolder();
  const db = filledDb(join(home, "ablab.db"));
  const release = lockExclusively(join(home, "lock.db"));
  onTestFinished(() => release?.());
  db.$client.exec("begin immediate; update experiments set title = 'not committed'");
  const elsewhere = join(freshFolder(), "new", "folder");
  const made = await json(home, "backup", elsewhere);
  db.$client.exec("rollback");
  expect(made).toMatchObject({ findings: [], bytes: statSync(made.file as string).size });
  expect(made.file).toMatch(/\/new\/folder\/ablab-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/);
  const other = join(freshFolder(), "home");
  const { code, stdout } = await ablab(other, "restore", made.file as string);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^\S+ablab\.db is now what \S+ was, [\d.]+.(KiB|MiB)\.\n$/),
  ]);
  expect(titleIn(join(other, "ablab.db"))).toBe("e");
  const files = ["ablab.db", "lock.db", join("tokens", "operator"), join("tokens", "worker")];
  expect(files.map((name) => statSync(join(other, name)).mode & 0o777)).toEqual(files.map(() => 0o600));
  expect(statSync(join(other, "backups")).mode & 0o777).toBe(0o700);
});

test("a restore is refused while a server runs, with what to do; afterwards it keeps what it replaces", async () => {
  const home = freshFolder();
  const path = join(home, "ablab.db");
  const db = filledDb(path);
  const { path: file } = copyDatabase(path, join(home, "kept.db"));
  db.$client.exec("update experiments set title = 'later'");
  db.$client.close();
  const release = lockExclusively(join(home, "lock.db"));
  writeFileSync(join(home, "server.json"), JSON.stringify({ url: "http://127.0.0.1:7330" }));
  const refused = await ablab(home, "restore", file);
  expect(refused).toEqual({
    code: 1,
    stdout: "",
    stderr: `ablab: An Ablab server uses ${home} (at http://127.0.0.1:7330), and its database cannot be exchanged under it. Stop it (Ctrl-C where it runs; trainings go on), then restore again.\n`,
  });
  expect(titleIn(path)).toBe("later");
  release?.();
  const restored = await json(home, "restore", file);
  expect(titleIn(path)).toBe("e");
  expect(restored.kept).toMatch(/backups\/replaced-\d{4}-/);
  expect(titleIn(join(restored.kept as string, "ablab.db"))).toBe("later");
});

test("files that are no backup are refused in one sentence, and the database is as it was", async () => {
  const home = freshFolder();
  const path = join(home, "ablab.db");
  filledDb(path).$client.close();
  const text = join(home, "notes.txt");
  writeFileSync(text, "hello");
  for (const file of [text, join(home, "nowhere.db")]) {
    const { code, stdout, stderr } = await ablab(home, "restore", file);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^ablab: (\S+notes\.txt was not restored: it is no whole SQLite|There is no file \S+nowhere)/,
    );
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
  expect(titleIn(path)).toBe("e");
  expect(readdirSync(join(home, "backups"))).toEqual([]);
});

test("a check says what is damaged and how deep it looked, and exits with 1", async () => {
  const home = freshFolder();
  const path = join(home, "ablab.db");
  const db = filledDb(path);
  const block = db.$client.prepare("select data from segs order by id").pluck().get() as Buffer;
  db.$client.close();
  expect(await ablab(home, "check")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/is as it was written \(quick check, /) as string,
  });
  spoil(path, placeOf(path, block.subarray(40, 90)) + 20, 1);
  expect(await json(home, "check")).toMatchObject({ ok: true, depth: "quick" });
  const full = await ablab(home, "check", "--full");
  expect(full.code).toBe(1);
  expect(full.stdout).toMatch(
    /^Page \d+ .* of table segs\.\nPoints are damaged on disk \(seg \d+: its checksum.*\n\S+ is damaged: 2 findings\. Put a/,
  );
  expect((await ablab(home, "backup")).stdout).toMatch(
    /\nBut: Page .*\nBut: Points are damaged.*\nKeep your older backups\./,
  );
  spoil(path, 4096, 200_000);
  expect(await json(home, "check")).toMatchObject({ ok: false, isSound: false });
});

test("where there is nothing to look at, that is said", async () => {
  const home = join(freshFolder(), "home");
  mkdirSync(home, { mode: 0o700 });
  expect((await ablab(home, "check")).stderr).toMatch(
    /^ablab: There is no file \S+ablab\.db; there is nothing to check\.\n$/,
  );
  expect((await ablab(home, "backup")).stderr).toMatch(/^ablab: There is no database \S+ablab\.db yet/);
  const file = join(home, "file");
  writeFileSync(file, "");
  filledDb(join(home, "ablab.db"));
  expect((await ablab(home, "backup", join(file, "in"))).stderr).toMatch(
    /^ablab: The folder \S+file\/in cannot be made: \S+file is not a directory/,
  );
  expect(existsSync(join(home, "backups"))).toBe(false);
  expect(readFileSync(file, "utf8")).toBe("");
});
