import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepWorker } from "./keep-worker.ts";

const WORKER = join(import.meta.dirname, "..", "..", "workers", "bridge", "main.ts");

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), "ablab-keep-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return home;
}

/** Keeps a command that stands for a worker, and hands out what was said. */
function keep(home: string, command: string[]): { said: string[]; stop(): Promise<void> } {
  const said: string[] = [];
  const kept = keepWorker({
    command,
    logFile: join(home, "worker.log"),
    say: (line) => said.push(line),
    firstPauseMs: 20,
  });
  onTestFinished(() => kept.stop());
  return { said, stop: kept.stop };
}

/** A program that counts its starts in a file, says `words` and ends with `code`. */
function ending(home: string, words: string, code: number): { command: string[]; starts: () => number } {
  const counter = join(home, "starts");
  writeFileSync(counter, "");
  const program = `require("node:fs").appendFileSync(${JSON.stringify(counter)}, "x"); console.error(${JSON.stringify(words)}); process.exit(${code})`;
  return {
    command: [process.execPath, "-e", program],
    starts: () => readFileSync(counter, "utf8").length,
  };
}

test("a worker that ends at once is started again after longer and longer pauses, and the reason is said once", async () => {
  const home = temporaryHome();
  const { command, starts } = ending(home, "first line\nThe GPU is on fire.", 1);
  const { said } = keep(home, command);
  await expect.poll(starts, { timeout: 10_000 }).toBe(4);
  expect(said).toEqual([
    "The local worker ended (exit 1): The GPU is on fire. It is started again, after longer pauses if it does not stay; trainings go on.",
  ]);
  // The pauses so far were 20, 40 and 80 ms; at one a second apiece there would be 50 starts in the time below.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(starts()).toBeLessThanOrEqual(9);
  expect(said).toHaveLength(1);
});

test("what could not be started at all is one sentence too", async () => {
  const home = temporaryHome();
  const { said } = keep(home, [join(home, "no-such-program")]);
  await expect.poll(() => said.length).toBe(1);
  expect(said[0]).toMatch(/^The local worker cannot be started \(spawn .* ENOENT\)\./);
});

test("a worker left over from an earlier server is named with its process and its server, and followed when it ends", async () => {
  const home = temporaryHome();
  writeFileSync(join(home, "token"), "unused\n");
  const command = (server: string) => [
    process.execPath,
    "--disable-warning=ExperimentalWarning",
    WORKER,
    "--server",
    server,
    "--token-file",
    join(home, "token"),
    "--home",
    home,
  ];
  const [program, ...args] = command("http://127.0.0.1:9");
  const orphan = spawn(program, args, { stdio: "ignore" });
  onTestFinished(() => void orphan.kill("SIGKILL"));
  const holder = () => {
    try {
      return (JSON.parse(readFileSync(join(home, "worker.json"), "utf8")) as { pid: number }).pid;
    } catch {
      return null;
    }
  };
  await expect.poll(holder, { timeout: 10_000 }).toBe(orphan.pid);
  const { said, stop } = keep(home, command("http://127.0.0.1:19"));
  await expect.poll(() => said.length, { timeout: 10_000 }).toBe(1);
  expect(said[0]).toBe(
    `The local worker could not start: Another worker (process ${orphan.pid}, working for http://127.0.0.1:9) already uses ${home}; ` +
      `end it with "kill ${orphan.pid}" (its trainings go on), or give this one a directory of its own with --home. ` +
      "It is started again, after longer pauses if it does not stay; trainings go on.",
  );
  orphan.kill("SIGTERM");
  await expect.poll(holder, { timeout: 10_000 }).not.toBe(orphan.pid);
  expect(said).toHaveLength(1);
  await stop();
});

test("of a crash with a stack the error itself is said", async () => {
  const home = temporaryHome();
  const { said } = keep(home, [process.execPath, "-e", 'throw new TypeError("x is not a number")']);
  await expect.poll(() => said.length, { timeout: 10_000 }).toBe(1);
  expect(said[0]).toMatch(/^The local worker ended \(exit 1\): TypeError: x is not a number\./);
});

test("stopping ends the worker, says nothing, and starts no other", async () => {
  const home = temporaryHome();
  const pids = join(home, "pids");
  writeFileSync(pids, "");
  const started = () => readFileSync(pids, "utf8").trim().split("\n").filter(Boolean).map(Number);
  const program = `require("node:fs").appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n"); setInterval(() => {}, 1000)`;
  const { said, stop } = keep(home, [process.execPath, "-e", program]);
  await expect.poll(() => started().length, { timeout: 10_000 }).toBe(1);
  await stop();
  expect(() => process.kill(started()[0], 0)).toThrow("ESRCH");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([started().length, said]).toEqual([1, []]);
});
