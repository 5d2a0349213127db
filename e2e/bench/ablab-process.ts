import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");
const LAUNCHER = join(ROOT, "server", "cli", "ablab.mjs");

export const newHome = (): string => mkdtempSync(join(tmpdir(), "ablab-figures-"));

export const removeHome = (home: string): void =>
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

const children = new Set<ChildProcess>();
// An interrupted measurement leaves nothing running: the launcher passes SIGTERM on, and server and worker end with it.
process.on("exit", () => children.forEach((child) => child.kill("SIGTERM")));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

/** Runs `npx ablab ...` as a person would, on a data directory. */
export function ablab(home: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: { ...process.env, ABLAB_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  child.on("close", () => children.delete(child));
  return child;
}

export function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}

/** A new ingest token of the data directory of a bench. */
export async function newToken(home: string): Promise<string> {
  const asking = ablab(home, "token", "new", "bench");
  let said = "";
  asking.stdout?.on("data", (part) => (said += String(part)));
  await ended(asking);
  return /abl_in_\w+/.exec(said)?.[0] ?? "";
}

export interface RunningBench {
  home: string;
  url: string;
  serverPid: number;
  loginLink: string;
  /** When `start` was pressed, as `performance.now()`. */
  startedAt: number;
  /** The answer of a query, asked with the operator token. */
  query<T>(path: string, input: unknown): Promise<T>;
  /** The answer of a mutation, asked in the same way. */
  mutate<T>(path: string, input: unknown): Promise<T>;
  /** Stops a training and waits for its end. */
  endRun(id: string): Promise<void>;
  /** Ends the server and its worker. */
  stop(): Promise<void>;
}

/** `npx ablab start` on a data directory, until it has printed its login link. */
export async function startBench(home: string, ...args: string[]): Promise<RunningBench> {
  const startedAt = performance.now();
  const child = ablab(home, "start", "--port", "0", ...args);
  const loginLink = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const link = /Log in once:\s+(\S+)/.exec(output);
      if (link) resolve(link[1]);
    });
    child.on("close", () => reject(new Error(`ablab start ended:\n${output}`)));
  });
  // The link is printed when everything listens; the record of the server is there by then.
  const record = JSON.parse(readFileSync(join(home, "server.json"), "utf8")) as { url: string; pid: number };
  const token = readFileSync(join(home, "tokens", "operator"), "utf8").trim();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const api = `${record.url}/api/trpc`;
  async function ask<T>(path: string, address: string, request: RequestInit): Promise<T> {
    const answer = await fetch(`${api}/${path}${address}`, { ...request, headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { result: { data: T } }).result.data;
  }
  const bench: RunningBench = {
    home,
    url: record.url,
    serverPid: record.pid,
    loginLink,
    startedAt,
    query: (path, input) =>
      ask(path, input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`, {}),
    mutate: (path, input) => ask(path, "", { method: "POST", body: JSON.stringify(input) }),
    async endRun(id) {
      await ended(ablab(home, "stop", id));
      const stateOf = async () =>
        (await bench.query<{ row: { state: string } }>("runs.get", { id })).row.state;
      while (["running", "stopping"].includes(await stateOf())) await pause(100);
    },
    async stop() {
      // One that has ended by itself says so no second time.
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await ended(child);
    },
  };
  return bench;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
