import { availableParallelism, homedir, hostname } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Executor } from "./executors/executor.ts";
import { nameIssue, WORKER_NAME } from "../protocol/names.ts";

export interface WorkerConfig {
  /** Origin of the server, without a trailing slash. */
  server: string;
  tokenFile: string;
  /** State directory of this worker. */
  home: string;
  name: string;
  slots: number;
  /** Folders of scripts that are offered as recipes. */
  recipes: readonly string[];
  /** The Python of all scripts, in the place of environments that are made for them; null: they are made. */
  python: string | null;
  /** How many runs may stand on one GPU. */
  gpuShare: number;
  /** How often the machine is looked at. */
  sampleMs: number;
  /** What runs the trainings. */
  executor: Executor["kind"];
  /** How often an engine with a queue of its own is asked about all of them. */
  askMs: number;
}

/** A mistake in how the worker was started; the message is all that the person sees. */
export class ConfigError extends Error {}

/**
 * The configuration from the command line, then the environment (ABLAB_SERVER, ABLAB_TOKEN_FILE, ABLAB_HOME,
 * ABLAB_WORKER_NAME, ABLAB_SLOTS, ABLAB_PYTHON, ABLAB_GPU_SHARE, ABLAB_SAMPLE_SECONDS, ABLAB_EXECUTOR, ABLAB_ASK_SECONDS),
 * then defaults. Throws `ConfigError`.
 */
export function readConfig(args: string[], env: NodeJS.ProcessEnv): WorkerConfig {
  const given = parse(args);
  const executor = executorKind(given.executor ?? env.ABLAB_EXECUTOR ?? "local");
  const home = resolve(given.home ?? env.ABLAB_HOME ?? defaultHome(env));
  return {
    server: serverOrigin(given.server ?? env.ABLAB_SERVER),
    tokenFile: resolve(given["token-file"] ?? env.ABLAB_TOKEN_FILE ?? join(home, "tokens", "worker")),
    home,
    name: workerName(given.name ?? env.ABLAB_WORKER_NAME ?? hostname()),
    recipes: (given.recipes ?? []).map((folder) => resolve(folder)),
    python: given.python ?? env.ABLAB_PYTHON ?? null,
    gpuShare: shareCount(given["gpu-share"] ?? env.ABLAB_GPU_SHARE ?? "1"),
    sampleMs: Math.round(1000 * sampleSeconds(given["sample-seconds"] ?? env.ABLAB_SAMPLE_SECONDS ?? "2")),
    executor,
    askMs: Math.round(1000 * askSeconds(given["ask-seconds"] ?? env.ABLAB_ASK_SECONDS ?? "15")),
    slots: slotCount(given.slots ?? env.ABLAB_SLOTS ?? String(usualSlots(executor))),
  };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      options: {
        server: text,
        "token-file": text,
        home: text,
        name: text,
        slots: text,
        python: text,
        "gpu-share": text,
        "sample-seconds": text,
        executor: text,
        "ask-seconds": text,
        recipes: { type: "string", multiple: true },
      },
    }).values;
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message.split(". ")[0]}. A worker takes --server URL --token-file FILE --home DIR --name NAME --slots N --python PATH --gpu-share N --sample-seconds S --recipes DIR --executor local|slurm --ask-seconds S.`,
    );
  }
}

function defaultHome(env: NodeJS.ProcessEnv): string {
  const data = env.XDG_DATA_HOME;
  return join(data && isAbsolute(data) ? data : join(homedir(), ".local", "share"), "ablab");
}

function serverOrigin(text: string | undefined): string {
  if (!text)
    throw new ConfigError("Which server? Give --server URL, for instance --server http://127.0.0.1:4800.");
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`--server "${text}" is not an http or https address.`);
  if (url.username || url.password)
    throw new ConfigError(
      "--server must not hold a name or password; the token file says who this worker is.",
    );
  return url.origin;
}

function workerName(text: string): string {
  const issue = nameIssue(text, WORKER_NAME);
  if (issue) throw new ConfigError(`--name (or ABLAB_WORKER_NAME) cannot be this. ${issue}`);
  return text.trim();
}

function slotCount(text: string): number {
  const slots = Number(text);
  if (!Number.isInteger(slots) || slots < 1 || slots > 1024)
    throw new ConfigError(`--slots "${text}" is not a whole number from 1 to 1024.`);
  return slots;
}

function executorKind(text: string): Executor["kind"] {
  if (text === "local" || text === "slurm") return text;
  throw new ConfigError(`--executor "${text}" is neither local nor slurm.`);
}

/** Jobs that wait in an engine's queue cost this machine nothing. */
const usualSlots = (executor: Executor["kind"]): number =>
  executor === "local" ? availableParallelism() : 64;

function askSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0.2 && seconds <= 600))
    throw new ConfigError(`--ask-seconds "${text}" is not a number of seconds from 0.2 to 600.`);
  return seconds;
}

function shareCount(text: string): number {
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1 || runs > 64)
    throw new ConfigError(`--gpu-share "${text}" is not a whole number of runs per GPU from 1 to 64.`);
  return runs;
}

function sampleSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0.1 && seconds <= 60))
    throw new ConfigError(`--sample-seconds "${text}" is not a number of seconds from 0.1 to 60.`);
  return seconds;
}
