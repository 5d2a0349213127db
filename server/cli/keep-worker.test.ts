import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepWorker, workerFromBefore, freeWorkerHome } from "./keep-worker.ts";

const WORKER = join(import.meta.dirname, "..", "..", "workers", "bridge", "main.ts");

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), "ablab-keep-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return home;
}

interface Kept {
  said: string[];
  /** How often a worker from before was looked for. */
  looks: () => number;
  stop(): Promise<void>;
}

/** Keeps a command that stands for a worker, and hands out what was said. */
function keep(home: string, command: string[], server?: string): Kept {
  const said: string[] = [];
  let looks = 0;
  const kept = keepWorker({
    command,
    fromBefore() {
      looks += 1;
      return server === undefined ? null : workerFromBefore(home, server);
    },
    lookEveryMs: 50,
    logFile: join(home, "worker.log"),
    say: (line) => said.push(line),
    firstPauseMs: 20,
  });
  onTestFinished(() => kept.stop());
  return { said, looks: () => looks, stop: kept.stop };
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
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  const { said } = keep(home, command);
  await expect.poll(starts).toBeGreaterThanOrEqual(5);
  const pauses = timers.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms > 0);
  expect(pauses.slice(0, 4)).toEqual([20, 40, 80, 160]);
  expect(said).toEqual([
    "The local worker ended (exit 1): The GPU is on fire. It is started again, after longer pauses if it does not stay; trainings go on.",
  ]);
});

test("what could not be started at all is one sentence too", async () => {
  const home = temporaryHome();
  const { said } = keep(home, [join(home, "no-such-program")]);
  await expect.poll(() => said.length).toBe(1);
  expect(said[0]).toMatch(/^The local worker cannot be started \(spawn .* ENOENT\)\./);
});

/** Command of a real worker on this directory. */
function workerOf(home: string, server: string): [string, ...string[]] {
  writeFileSync(join(home, "token"), "unused\n");
  const flags = ["--disable-warning=ExperimentalWarning", WORKER];
  return [
    process.execPath,
    ...flags,
    "--server",
    server,
    "--token-file",
    join(home, "token"),
    "--home",
    home,
  ];
}

/** Process that worker.json names: the worker that has the directory, or had it last. */
function holder(home: string): number | null {
  try {
    return (JSON.parse(readFileSync(join(home, "worker.json"), "utf8")) as { pid: number }).pid;
  } catch {
    return null;
  }
}

/** A worker that no server keeps, on its directory. */
async function orphan(home: string, server: string) {
  const [program, ...args] = workerOf(home, server);
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.on("data", (bytes) => (said += String(bytes)));
  const gone = once(child, "close").then(([code]) => {
    throw new Error(`The worker ended (${String(code)}) before it held ${home}: ${said}`);
  });
  // Its end after that is the test's own.
  gone.catch(() => undefined);
  await Promise.race([expect.poll(() => holder(home)).toBe(child.pid), gone]);
  return child;
}

test("a worker of another server is named with its process and that server, and followed when it ends", async () => {
  const home = temporaryHome();
  const other = await orphan(home, "http://127.0.0.1:9");
  const server = "http://127.0.0.1:19";
  const { said, stop } = keep(home, workerOf(home, server), server);
  await expect.poll(() => said.length).toBe(1);
  expect(said[0]).toBe(
    `The local worker could not start: Another worker (process ${other.pid}, working for http://127.0.0.1:9) already uses ${home}; ` +
      `end it with "kill ${other.pid}" (its trainings go on), or give this one a directory of its own with --home. ` +
      "It is started again, after longer pauses if it does not stay; trainings go on.",
  );
  other.kill("SIGTERM");
  await expect.poll(() => holder(home)).not.toBe(other.pid);
  expect(said).toHaveLength(1);
  await stop();
});

test("a worker beside another one has a directory of its own, the same one each time it is free", async () => {
  const home = temporaryHome();
  expect(freeWorkerHome(home)).toEqual({ dir: home, n: 1 });
  const first = await orphan(home, "http://127.0.0.1:9");
  const beside = { dir: join(home, "workers", "2"), n: 2 };
  expect(freeWorkerHome(home)).toEqual(beside);
  mkdirSync(beside.dir, { recursive: true });
  const second = await orphan(beside.dir, "http://127.0.0.1:9");
  expect(freeWorkerHome(home)).toEqual({ dir: join(home, "workers", "3"), n: 3 });
  for (const child of [second, first]) {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }
  // A lock that a kill -9 left holds nothing.
  expect(freeWorkerHome(home)).toEqual({ dir: home, n: 1 });
});

test("a worker that an earlier server left is used in one calm line, and ended with this server", async () => {
  const home = temporaryHome();
  const server = "http://127.0.0.1:9";
  const left = await orphan(home, server);
  const { said, looks, stop } = keep(home, workerOf(home, server), server);
  await expect.poll(looks).toBeGreaterThan(4);
  expect(said).toEqual([`Worker ${left.pid} from before works for this server already; using it.`]);
  expect([left.exitCode, left.signalCode]).toEqual([null, null]);
  await stop();
  await expect.poll(() => left.exitCode ?? left.signalCode).not.toBeNull();
  expect(holder(home)).toBe(left.pid);
});

test("where the worker from before ends, a new one takes its place", async () => {
  const home = temporaryHome();
  const server = "http://127.0.0.1:9";
  const left = await orphan(home, server);
  const { said, stop } = keep(home, workerOf(home, server), server);
  left.kill("SIGKILL");
  await expect.poll(() => holder(home)).not.toBe(left.pid);
  expect(said).toHaveLength(1);
  await stop();
});

test("a number in worker.json that no worker holds is nobody's: the process that has it now is left alone", async () => {
  const home = temporaryHome();
  const server = "http://127.0.0.1:9";
  const left = await orphan(home, server);
  const gone = new Promise((resolve) => left.once("exit", resolve));
  left.kill("SIGKILL");
  await gone;
  const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  writeFileSync(join(home, "worker.json"), JSON.stringify({ pid: stranger.pid, server }));
  expect(workerFromBefore(home, server)).toBeNull();
  expect(workerFromBefore(join(home, "none"), server)).toBeNull();
});

test("of a crash with a stack the error itself is said", async () => {
  const home = temporaryHome();
  const { said } = keep(home, [process.execPath, "-e", 'throw new TypeError("x is not a number")']);
  await expect.poll(() => said.length).toBe(1);
  expect(said[0]).toMatch(/^The local worker ended \(exit 1\): TypeError: x is not a number\./);
});

test("stopping ends the worker, says nothing, and starts no other", async () => {
  const home = temporaryHome();
  const pids = join(home, "pids");
  writeFileSync(pids, "");
  const started = () => readFileSync(pids, "utf8").trim().split("\n").filter(Boolean).map(Number);
  const program = `require("node:fs").appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n"); setInterval(() => {}, 1000)`;
  const { said, stop } = keep(home, [process.execPath, "-e", program]);
  await expect.poll(() => started().length).toBe(1);
  await stop();
  expect(() => process.kill(started()[0], 0)).toThrow("ESRCH");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([started().length, said]).toEqual([1, []]);
});
