import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MIN_FREE_BYTES } from "../contracts/launch/launch-limits.ts";
import { type RunningServer, serve } from "../http/serve.ts";
import type { TellStep } from "../contracts/housekeeping/upgrade-step.ts";
import { countOf } from "../wording/counts.ts";
import { writeUpgrade } from "../wording/upgrade.ts";
import { homeDir } from "./home-dir.ts";
import {
  keepWorker,
  PYTHON_OPTION,
  RECIPES_OPTION,
  recipeArgs,
  WORKER_FLAGS,
  workerFromBefore,
} from "./keep-worker.ts";
import { plain, say, sayAside } from "./print.ts";
import { DEFAULT_HOST, DEFAULT_PORT, readPort, wholeNumber } from "./read-port.ts";
import { list, text, type VerbInput, type VerbOption } from "./verb.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const KEEP_BACKUPS = 7;
const MIB = 1024 ** 2;

export const bootOptions: Record<string, VerbOption> = {
  port: { type: "string", value: "N", help: `port to listen on; default ${DEFAULT_PORT}` },
  host: {
    type: "string",
    value: "NAME",
    help: "address to listen on; default 127.0.0.1 (this machine only)",
  },
  slots: { type: "string", value: "N", help: "trainings the local worker runs at once; default: CPUs" },
  recipes: RECIPES_OPTION,
  python: PYTHON_OPTION,
  "no-worker": { type: "boolean", help: "start no local worker" },
  "keep-backups": {
    type: "string",
    value: "N",
    help: `backups, one a day, that the server keeps; default ${KEEP_BACKUPS}, 0 makes none`,
  },
  "min-free": {
    type: "string",
    value: "MIB",
    help: `nothing is launched with less free on the disk; default ${MIN_FREE_BYTES / MIB} MiB`,
  },
  "allow-webhook": {
    type: "string",
    multiple: true,
    value: "HOST",
    help: "name, address or network that webhooks may lead to besides the open internet, as in chat.lab:8080",
  },
  dev: { type: "boolean", help: "serve the pages unbuilt, for work on Ablab itself" },
};

export interface HereServer {
  url: string;
  homeDir: string;
  /** Where its local worker is at home, and which URL it works for; null where it has none. */
  worker: { home: string; url: string } | null;
  operatorToken: string;
  createLoginLink(): string;
  /** Ends the worker and the server; trainings go on. Returns how many do. */
  close(): Promise<number>;
}

/** Timing for tests, which cannot wait 30 seconds for silence to be noticed. */
function timingFromEnv(): Record<string, number> {
  const told = process.env.ABLAB_TIMING;
  return told ? (JSON.parse(told) as Record<string, number>) : {};
}

/** How the local worker of a server is started. */
function workerCommand(
  server: RunningServer,
  slots: string | undefined,
  folders: readonly string[],
  python: string | undefined,
): string[] {
  const main = join(ROOT, "workers", "bridge", "main.ts");
  const { dir, workerTokenFile } = server.home;
  const args = ["--server", server.url, "--token-file", workerTokenFile, "--home", dir];
  const more = [
    ...(slots ? ["--slots", slots] : []),
    ...(python === undefined ? [] : ["--python", python]),
    ...recipeArgs(folders),
  ];
  return [process.execPath, ...WORKER_FLAGS, main, ...args, ...more];
}

/** Says every ten seconds that something is on its way, so that a slow machine never looks like a hang. */
async function sayingSo<T>(what: string, work: Promise<T>): Promise<T> {
  let seconds = 0;
  const timer = setInterval(() => sayAside(`${what} ... ${(seconds += 10)} s`), 10_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Milliseconds between two lines about an upgrade. */
const SAY_UPGRADE_MS = 2000;

/** Says what is done to a database of an older version: each new kind of step, and how far a long one has come. */
function sayingUpgrade(): TellStep {
  let last = { kind: "", at: 0 };
  return (step) => {
    const at = performance.now();
    if (step.kind === last.kind && at < last.at + SAY_UPGRADE_MS) return;
    last = { kind: step.kind, at };
    sayAside(writeUpgrade(step));
  };
}

/** Starts a server and its local worker in this process, or says in one sentence why not. */
export async function bootServer(input: VerbInput): Promise<HereServer> {
  const port = readPort(text(input.options.port));
  const slots = text(input.options.slots);
  if (slots !== undefined) wholeNumber(slots, "slots", 1, 1024);
  const host = text(input.options.host) ?? DEFAULT_HOST;
  const starting = serve({
    home: homeDir(),
    host,
    port,
    dev: input.options.dev === true,
    timing: timingFromEnv(),
    keepBackups: wholeNumber(text(input.options["keep-backups"]), "keep-backups", KEEP_BACKUPS, 1000),
    allowWebhooks: list(input.options["allow-webhook"]),
    tellUpgrade: sayingUpgrade(),
    minFreeBytes: MIB * wholeNumber(text(input.options["min-free"]), "min-free", MIN_FREE_BYTES / MIB, 1e9),
  });
  const server = await sayingSo("Starting the server", starting);
  const worker =
    input.options["no-worker"] === true
      ? null
      : keepWorker({
          command: workerCommand(server, slots, list(input.options.recipes), text(input.options.python)),
          fromBefore: () => workerFromBefore(server.home.dir, server.url),
          logFile: join(server.home.dir, "worker.log"),
          say: (line) => say(plain(line)),
        });
  return {
    url: server.url,
    homeDir: server.home.dir,
    worker: worker && { home: server.home.dir, url: server.url },
    operatorToken: readFileSync(server.home.operatorTokenFile, "utf8").trim(),
    createLoginLink: server.createLoginLink,
    async close() {
      await worker?.stop();
      const live = server.countLiveTrainings();
      await server.close();
      return live;
    },
  };
}

/** Resolves when somebody asks this process to end, or nobody reads what it says any more. */
function whenAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    process.stdout.on("error", () => resolve());
  });
}

/**
 * Serves until Ctrl-C, SIGTERM or the end of `work`, if some is given, whose answer it returns. Where it was asked it ends server
 * and worker, says what goes on, and the process.
 */
export async function serveUntilAsked<T>(server: HereServer, work?: Promise<T>): Promise<T> {
  const isDone = await Promise.race([
    whenAsked().then(() => false),
    ...(work ? [work.then(() => true)] : []),
  ]);
  if (isDone && work) return work;
  const live = await server.close();
  if (live > 0) {
    const what = countOf(live, "training goes on", "trainings go on");
    say(
      `${what} without the server. The next "npx ablab start" finds them again; "npx ablab stop RUN" then stops one.`,
    );
  } else say("Stopped. No training was running.");
  process.exit(0);
}
