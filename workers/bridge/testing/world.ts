import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FakeServer, startFakeServer } from "../fake-server.ts";
import { type FakeAttempt, FakeStore } from "../fake-store.ts";
import { toyRecipe } from "../fixtures/toy-recipe.ts";
import { pause } from "../retryable.ts";
import { findByVariable, findRunProcesses, type ProcessId, signalProcess } from "../proc.mjs";
import { openRunDirectory, type RunDirectory } from "../run-directory.ts";
import { SUPERVISES } from "../trainer-process.ts";

/** What tests of the worker share: folders, processes and waiting, all of which end with the test. */

/** Runs when the test ends; give it `onTestFinished`. */
export type OnEnd = (clean: () => void | Promise<void>) => void;

/** A folder in the system's temporary folder that goes with the test. */
export function temporaryFolder(onEnd: OnEnd): string {
  const path = mkdtempSync(join(tmpdir(), "ablab-worker-"));
  onEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** So long nothing takes: whoever waits until then is told in vain for what, before the test runner gives up. */
const IN_VAIN_MS = 150_000;

type Found<T> = T | null | undefined | false;

/** Waits until `look` gives something; fails with `what` after `timeoutMs`. */
export async function until<T>(
  what: string,
  look: () => Found<T> | Promise<Found<T>>,
  timeoutMs = IN_VAIN_MS,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await pause(20);
  }
}

/** Queues a toy run. */
export function launchToy(
  store: FakeStore,
  params: Partial<Record<"events" | "pause_ms" | "code", number>> & { end?: string } = {},
): FakeAttempt {
  return store.launch({
    recipe: toyRecipe.slug,
    recipeVersion: toyRecipe.version,
    params: { events: 20, pause_ms: 5, code: 0, end: "exit", ...params },
  });
}

export interface ToyWorker {
  readonly process: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Flags that keep the worker small; the launcher uses the same. */
export const WORKER_FLAGS = [
  "--disable-proto=delete",
  "--max-semi-space-size=1",
  "--max-old-space-size=64",
  "--liftoff-only",
  "--no-concurrent-recompilation",
];

const TOY_PROGRAM = new URL("../fixtures/toy-worker.ts", import.meta.url);

/** Starts the worker program as a process of its own, with toy trainers unless another `program` is named. */
export function startToyWorker(
  server: FakeServer,
  home: string,
  extra: { slots?: number; env?: Record<string, string>; program?: URL; args?: string[] } = {},
): ToyWorker {
  const tokenFile = join(home, "token");
  writeFileSync(tokenFile, `${server.store.workerToken}\n`);
  const main = fileURLToPath(extra.program ?? TOY_PROGRAM);
  const args = ["--server", server.url, "--token-file", tokenFile, "--home", home, "--name", "toy"];
  args.push(...(extra.args ?? []));
  const child = spawn(
    process.execPath,
    [...WORKER_FLAGS, main, ...args, "--slots", String(extra.slots ?? 4)],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...extra.env } },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal })),
  );
  return { process: child, output: () => output, exited };
}

export interface World {
  store: FakeStore;
  server: FakeServer;
  home: string;
  /** Starts a worker process; it ends with the test. */
  work: (extra?: Parameters<typeof startToyWorker>[2]) => ToyWorker;
  directoryOf: (attempt: FakeAttempt) => RunDirectory;
}

/** A fake server and a home for the real worker program; everything in it ends with the test. */
export async function openWorld(
  onEnd: OnEnd,
  terms: ConstructorParameters<typeof FakeStore>[0] = {},
): Promise<World> {
  const store = new FakeStore(terms);
  const server = await startFakeServer(store);
  onEnd(() => server.kill());
  const home = temporaryFolder(onEnd);
  onEnd(() => endStrays(store));
  return {
    store,
    server,
    home,
    work(extra) {
      const worker = startToyWorker(server, home, extra);
      onEnd(() => {
        worker.process.kill("SIGKILL");
      });
      return worker;
    },
    directoryOf: ({ assignment }) => openRunDirectory(home, assignment.attemptId),
  };
}

/** Waits until the server was told the end of every attempt. */
export function finished(...attempts: FakeAttempt[]): Promise<unknown> {
  return until("the end is told", () => attempts.every(({ state }) => state === "finished"));
}

/** Waits until the server has some events of an attempt. */
export function emitting(attempt: FakeAttempt, events = 3): Promise<unknown> {
  return until("events arrive", () => attempt.events.length >= events);
}

/** The steps of the toy's points as the server has them; null stands for an event of another kind. */
export function steps(attempt: FakeAttempt): (number | null)[] {
  return attempt.events.map((event) => ("step" in event ? event.step : null));
}

/** 1, 2, ... n */
export function upTo(n: number): number[] {
  return Array.from({ length: n }, (_, k) => k + 1);
}

/** The trainer process that the server was told of. */
export function processOf({ start }: FakeAttempt): ProcessId {
  if (!start) throw new Error("the start was not told");
  return { pid: start.pid, start: start.pidStart };
}

/** Tells a toy that waits to be told (`end: "told"`) that it may end; once it speaks it listens. */
export async function tell(attempt: FakeAttempt): Promise<void> {
  await emitting(attempt, 1);
  process.kill(processOf(attempt).pid, "SIGUSR2");
}

/** Supervisors and processes of an attempt that are still there. */
export function straysOf(attemptId: string): number[] {
  return [...findRunProcesses(attemptId), ...findByVariable(SUPERVISES, attemptId)].map(({ pid }) => pid);
}

/** Ends whatever a failed test left of its attempts. */
export function endStrays(store: FakeStore): void {
  for (const id of store.attempts.keys())
    for (const found of [...findByVariable(SUPERVISES, id), ...findRunProcesses(id)])
      signalProcess(found, "SIGKILL");
}
