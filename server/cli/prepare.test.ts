import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockExclusively } from "#db/connection.ts";

/** The launcher in a checkout of its own, started with nothing but Node. */

const CLI = import.meta.dirname;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Root may write everywhere, so as root the launcher is started as nobody. */
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const canBeUnprivileged = spawnSync(process.execPath, ["-e", "0"], { cwd: CLI, ...asNobody }).status === 0;

/** A checkout that holds only the launcher. */
function bareCheckout(): string {
  const root = mkdtempSync(join(tmpdir(), "ablab-checkout-"));
  onTestFinished(() => {
    chmodSync(root, 0o755);
    rmSync(root, { recursive: true, force: true });
  });
  mkdirSync(join(root, "server", "cli", "keeping"), { recursive: true });
  for (const name of [
    "ablab.mjs",
    "keeping/keep-server.mjs",
    "keeping/last-sentence.mjs",
    "prepare.mjs",
    "pack-static.mjs",
  ])
    cpSync(join(CLI, name), join(root, "server", "cli", name));
  writeFileSync(join(root, "package-lock.json"), "{}");
  return root;
}

/** The same, which nobody may write. */
function readOnlyCheckout(): string {
  const root = bareCheckout();
  chmodSync(root, 0o555);
  return root;
}

test.skipIf(!canBeUnprivileged)(
  "a checkout that may not be written is said in a sentence, without a stack",
  () => {
    const root = readOnlyCheckout();
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(root, "server", "cli", "ablab.mjs"), "start"],
      { ...asNobody, encoding: "utf8" },
    );
    expect(stderr).toMatch(
      /^ablab: This checkout \(\S+\) is not prepared yet and cannot be written by this user \(EACCES: .*\)\. Run "npm start" once as the user who owns it/,
    );
    expect([stderr.trim().split("\n").length, status, stdout]).toEqual([1, 1, ""]);
  },
);

test("a Node that is too old is said in a sentence, with where it lies", () => {
  const old = `Object.defineProperty(process.versions, "node", { value: "16.20.2" }); await import(${JSON.stringify(join(CLI, "prepare.mjs"))}); console.log("went on");`;
  const asked = spawnSync(process.execPath, ["--input-type=module", "-e", old], { encoding: "utf8" });
  expect(asked.stderr).toBe(
    `ablab: Ablab needs Node 20 or newer to start; this is 16.20.2 (${process.execPath}). Put a newer Node first in PATH and try again.\n`,
  );
  expect([asked.status, asked.stdout]).toEqual([1, ""]);
});

test("the launcher is a program: executable and with the line that names its interpreter", () => {
  const file = join(CLI, "ablab.mjs");
  expect(statSync(file).mode & 0o111).toBe(0o111);
  expect(readFileSync(file, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test("port and data directory are tried before the pages are built, with the arguments of the command", () => {
  const root = bareCheckout();
  const hash = createHash("sha256").update("package-lock.json\0{}\0").digest("hex");
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "node_modules", ".ablab-installed"), hash + process.arch);
  writeFileSync(
    join(root, "server", "cli", "try-start.ts"),
    "console.log(process.argv.slice(2).join()); process.exitCode = 3;",
  );
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(root, "server", "cli", "ablab.mjs"), "start", "--port", "7330"],
    { encoding: "utf8" },
  );
  expect([status, stdout.trim(), stderr]).toEqual([3, "start,--port,7330", ""]);
});

test("a taken port, one that browsers refuse and one that is none are said, and a free one is not", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const tried = (given: string) => {
    const program = join(CLI, "try-start.ts");
    const { status, stderr } = spawnSync(process.execPath, [program, "start", "--port", given], {
      encoding: "utf8",
    });
    return [status, stderr.includes(given), stderr.trim().split("\n").length];
  };
  expect([tried(String(port)), tried("6000"), tried("abc"), tried("0")]).toEqual([
    [1, true, 1],
    [2, true, 1],
    [2, true, 1],
    [0, false, 1],
  ]);
});

test("a data directory that a server uses is said before the pages are built, whatever the port", () => {
  const home = mkdtempSync(join(tmpdir(), "ablab-used-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const tried = () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(CLI, "try-start.ts"), "demo", "--port", "0"],
      {
        encoding: "utf8",
        env: { ...process.env, ABLAB_HOME: home },
      },
    );
    return [status, stderr.includes(`already uses ${home}`), stderr.trim().split("\n").length];
  };
  const release = lockExclusively(join(home, "lock.db"));
  expect(tried()).toEqual([1, true, 1]);
  release?.();
  expect(tried()).toEqual([0, false, 1]);
});
