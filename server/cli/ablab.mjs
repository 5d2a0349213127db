#!/usr/bin/env node
// The door of the command line: finds or brings the right Node and packages, then hands over to main.ts.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { keepServer } from "./keeping/keep-server.mjs";
import {
  PrepareError,
  ROOT,
  childEnv,
  ensureBuilt,
  ensureInstalled,
  requireStart,
  rightNode,
} from "./prepare.mjs";

/**
 * Semi-spaces of 8 MiB, an old generation that may double between collections, at most 256 MiB: with less room, collecting
 * is a third of what taking points costs. docs/decisions/004-memory-flags.md has what it trades.
 */
const SERVER_FLAGS = [
  // A second wall behind every reader of foreign names: "__proto__" is a name as any other.
  "--disable-proto=delete",
  "--max-semi-space-size=8",
  "--no-parallel-scavenge",
  "--heap-growing-percent=100",
  "--max-old-space-size=256",
];
const SERVES = ["start", "demo"];

const args = process.argv.slice(2);
const verb = args.find((arg) => !arg.startsWith("-"));
const serves = verb !== undefined && SERVES.includes(verb) && !args.includes("--help");

try {
  await ensureInstalled();
  const dev = args.includes("--dev");
  if (serves && !dev) await ensureBuilt(() => requireStart(args));
  const flags = ["--disable-warning=ExperimentalWarning", ...(serves && !dev ? SERVER_FLAGS : [])];
  if (serves) process.stderr.write("Starting the server ...\n");
  const command = [rightNode(), ...flags, join(ROOT, "server", "cli", "main.ts"), ...args];
  /** @type {Partial<NodeJS.ProcessEnv>} */
  const mode = serves ? { NODE_ENV: dev ? "development" : "production" } : {};
  const env = { ...childEnv(), ...mode };
  if (verb === "start" && serves)
    process.exit(
      await keepServer({
        command,
        endWorker: [rightNode(), flags[0], join(ROOT, "server", "cli", "keeping", "end-worker.ts")],
        env,
        say: (line) => process.stderr.write(`${line}\n`),
        pass: (bytes) => process.stderr.write(bytes),
      }),
    );
  const child = spawn(command[0], command.slice(1), { stdio: "inherit", env });
  // Ctrl-C reaches the child by itself (same terminal); the launcher only waits for its last word.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGHUP"));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)));
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  console.error(`ablab: ${error.message}`);
  process.exit(1);
}
