import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A slim server as a process of its own. */
export interface ServerProcess {
  /** Resolves when its code is loaded and only the data directory is missing. */
  loaded: Promise<unknown>;
  /** Opens the data directory; the port, or null where it was killed before it listened. `names`: hosts it is also called by. */
  open(names?: readonly string[]): Promise<number | null>;
  /** Ends an attempt, as the worker's word of its exit would. */
  end(attemptId: string): Promise<void>;
  /** SIGKILL; resolves when the process is gone: to false where it had ended by itself before. */
  kill(): Promise<boolean>;
  /** An orderly stop; its exit code. */
  close(): Promise<number | null>;
}

type Line = { loaded?: true; port?: number; ended?: string };

const children = new Set<ChildProcess>();
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")));

/** Starts a server for a data directory. Compiled code is kept in `cache`, which makes the next start several times cheaper. */
export function startServer(home: string, cache: string): ServerProcess {
  const here = (file: string) => join(import.meta.dirname, file);
  const flags = ["--disable-warning=ExperimentalWarning", "--import", here("quick-start.mjs")];
  const child = spawn(process.execPath, [...flags, here("slim-server.ts"), home], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  children.add(child);
  const gone = new Promise<number | null>((resolve) =>
    child.on("exit", (code) => {
      children.delete(child);
      resolve(code);
    }),
  );
  // A line for a process that has just been killed is nobody's fault.
  child.stdin?.on("error", () => {});
  const waiting = new Set<(line: Line) => void>();
  createInterface(child.stdout).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    for (const hear of waiting) hear(line);
  });

  const tell = (text: string) => child.stdin?.write(`${text}\n`);
  function until<T>(read: (line: Line) => T | undefined): Promise<T | null> {
    return new Promise((resolve) => {
      const hear = (line: Line) => {
        const found = read(line);
        if (found === undefined) return;
        waiting.delete(hear);
        resolve(found);
      };
      waiting.add(hear);
      void gone.then(() => resolve(null));
    });
  }

  const loaded = until((line) => line.loaded);
  return {
    loaded,
    async open(names = []) {
      await loaded;
      const port = until((line) => line.port);
      tell(["open", ...names].join(" "));
      return port;
    },
    async end(attemptId) {
      const ended = until((line) => line.ended);
      tell(`end ${attemptId}`);
      await ended;
    },
    async kill() {
      const wasAlive = child.exitCode === null && child.signalCode === null;
      child.kill("SIGKILL");
      await gone;
      return wasAlive;
    },
    close() {
      tell("close");
      return gone;
    },
  };
}
