import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { lastSentence } from "./keeping/last-sentence.mjs";
import type { VerbOption } from "./verb.ts";

/**
 * What keeps the bridge under its memory budget: it holds little, so its young generation stays small, and no optimising
 * compiler keeps code in memory for a program that mostly waits.
 */
export const WORKER_FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--disable-proto=delete",
  "--max-semi-space-size=1",
  "--max-old-space-size=64",
  "--liftoff-only",
  "--no-concurrent-recompilation",
];

/** Folders of scripts that a worker offers. */
export const RECIPES_OPTION: VerbOption = {
  type: "string",
  multiple: true,
  value: "DIR",
  help: "offer scripts as recipes: a folder with ablab.recipe.json, or one that holds such folders",
};

/** Which Python scripts get that say what they need of it. */
export const PYTHON_OPTION: VerbOption = {
  type: "string",
  value: "PATH",
  help: "start scripts that list requirements with this Python; default: an environment is made for them",
};

/** Arguments by which a worker offers these folders. */
export const recipeArgs = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) => ["--recipes", resolve(folder)]);

const Holder = z.object({ pid: z.number().int().positive(), server: z.string() });

/**
 * Process of the worker that holds a data directory and works for this server: one that outlived an earlier server. The
 * number in worker.json counts only while the kernel's lock is held, because a number alone may belong to anybody by now.
 */
export function workerFromBefore(home: string, serverUrl: string): number | null {
  const holder = readHolder(join(home, "worker.json"));
  if (holder?.server !== serverUrl || !isHeld(join(home, "worker-lock.db"))) return null;
  return holder.pid;
}

/** How many workers of one machine's data directory find a directory of their own by themselves. */
const MOST_BESIDE = 64;

/**
 * The directory for a worker that a person starts: the data directory, or where a worker holds it already, as the one that
 * `ablab start` keeps, the first free one below it. `n` counts them from 1.
 */
export function freeWorkerHome(home: string): { dir: string; n: number } {
  if (!isHeld(join(home, "worker-lock.db"))) return { dir: home, n: 1 };
  for (let n = 2; n < MOST_BESIDE; n++) {
    const dir = join(home, "workers", String(n));
    if (!isHeld(join(dir, "worker-lock.db"))) return { dir, n };
  }
  return { dir: home, n: 1 };
}

function readHolder(file: string): z.infer<typeof Holder> | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function isHeld(lockFile: string): boolean {
  if (!existsSync(lockFile)) return false;
  const database = new DatabaseSync(lockFile);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return false;
  } catch (error) {
    return /locked|busy/.test(error instanceof Error ? error.message : "");
  } finally {
    database.close();
  }
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that lived this long was well: what ends it is news, and the next one is started at once. */
const WELL_AFTER_MS = 60_000;
const STOP_PATIENCE_MS = 5000;
const LOOK_EVERY_MS = 1000;
/** How a worker says that it could not start; the sentence is on its stderr. */
const COULD_NOT_START = 2;

export interface KeptWorkerOptions {
  /** Program and arguments of the worker. */
  command: readonly string[];
  /** Where its stderr goes: a file, because a pipe would break under a worker that outlives this process. */
  logFile: string;
  say(line: string): void;
  /** Process of a worker that an earlier server left and that works for this one, or null. */
  fromBefore?: () => number | null;
  firstPauseMs?: number;
  lookEveryMs?: number;
}

/**
 * Keeps a local worker: takes the one that is there already, or starts one, and starts it again when it ends, after a pause
 * that doubles up to 30 s. A reason that stays the same is said once.
 */
export function keepWorker(options: KeptWorkerOptions): { stop(): Promise<void> } {
  const { command, logFile, say, fromBefore = () => null } = options;
  const { firstPauseMs = FIRST_PAUSE_MS, lookEveryMs = LOOK_EVERY_MS } = options;
  let child: ChildProcess | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopping = false;
  let pauseMs = firstPauseMs;
  let said = "";

  let used: number | null = null;

  const start = () => {
    const there = fromBefore();
    if (there !== null) {
      if (there !== used) say(`Worker ${there} from before works for this server already; using it.`);
      used = there;
      timer = setTimeout(start, lookEveryMs);
      timer.unref();
      return;
    }
    used = null;
    const startedAt = performance.now();
    const log = openSync(logFile, "w", 0o600);
    child = spawn(command[0], command.slice(1), { stdio: ["ignore", "ignore", log] });
    closeSync(log);
    child.on("error", (error) => ended(`cannot be started (${error.message})`, startedAt));
    child.on("exit", (code, signal) => ended(howItEnded(code, signal, lastWords(logFile)), startedAt));
  };
  const ended = (how: string, startedAt: number) => {
    if (stopping) return;
    if (performance.now() - startedAt > WELL_AFTER_MS) {
      said = "";
      pauseMs = firstPauseMs;
    }
    if (how !== said)
      say(
        `The local worker ${how}. It is started again, after longer pauses if it does not stay; trainings go on.`,
      );
    said = how;
    timer = setTimeout(start, pauseMs);
    timer.unref();
    pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
  };
  start();

  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (used !== null) await endFromBefore(used, fromBefore);
      const last = child;
      if (!last || last.pid === undefined || last.exitCode !== null || last.signalCode !== null) return;
      const gone = new Promise<void>((resolve) => last.once("exit", () => resolve()));
      last.kill("SIGTERM");
      const killer = setTimeout(() => last.kill("SIGKILL"), STOP_PATIENCE_MS);
      await gone;
      clearTimeout(killer);
    },
  };
}

/** Ends a worker that is no child of this process. It is looked for before each signal, since its number may be reused. */
export async function endFromBefore(pid: number, fromBefore: () => number | null): Promise<void> {
  if (!signalWhile(pid, fromBefore, "SIGTERM")) return;
  const patient = performance.now() + STOP_PATIENCE_MS;
  while (performance.now() < patient) {
    if (fromBefore() !== pid) return;
    await pause(50);
  }
  signalWhile(pid, fromBefore, "SIGKILL");
}

function signalWhile(pid: number, fromBefore: () => number | null, signal: NodeJS.Signals): boolean {
  if (fromBefore() !== pid) return false;
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function howItEnded(code: number | null, signal: NodeJS.Signals | null, words: string): string {
  const because = words === "" ? "" : `: ${words}`;
  if (code === COULD_NOT_START) return `could not start${because}`;
  return `ended (${signal ?? `exit ${code}`})${because}`;
}

/** The last sentence of a log file. */
function lastWords(logFile: string): string {
  try {
    return lastSentence(readFileSync(logFile, "utf8"));
  } catch {
    return "";
  }
}
