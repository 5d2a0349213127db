import { createInterface } from "node:readline";
import {
  type AppReading,
  appQuery,
  GPU_FIELDS,
  type GpuReading,
  gpuQuery,
  readAppLine,
  readGpuLine,
  withoutRefusedField,
} from "./nvidia-smi.ts";
import { findProgram } from "../../scripts/script-command.ts";
import { spawnTied } from "./tied-child.ts";

const PROGRAM = "nvidia-smi";
/** What was not said again for so many periods is not so any more; a machine under load may be late by seconds. */
const SILENT_PERIODS = 4;
const LEAST_SILENCE_MS = 3000;
const FIRST_RESTART_MS = 500;
const LONGEST_RESTART_MS = 30_000;

/** A GPU as it was read last, with the processes on it. */
export interface SampledGpu {
  reading: GpuReading;
  apps: AppReading[];
  /** When it was read, ms by the clock of this process that nobody sets. */
  at: number;
  /** By that clock, since when the driver does not name it any more; null while it does. */
  goneSince: number | null;
}

export interface GpuSampler {
  /** Every GPU that was ever named, in the order of their indices. */
  gpus(now?: number): SampledGpu[];
  /** The driver's words where it says no table. */
  problem(): string | null;
  /** Resolves when the first table, or the reason why there is none, is there. */
  ready: Promise<void>;
  stop(): void;
}

interface Ever<T> {
  value: T;
  at: number;
}

/**
 * Two children that live as long as the worker, one for GPUs and one for processes, since nvidia-smi answers one kind of
 * question at a time. A child per sample would cost a process and the start of the driver's library each time. One that
 * ends is started again, later and later.
 */
export function startGpuSampler(everyMs: number): GpuSampler {
  const gpus = new Map<string, Ever<GpuReading>>();
  const apps = new Map<string, Ever<AppReading>>();
  const patience = Math.max(LEAST_SILENCE_MS, SILENT_PERIODS * everyMs);
  let fields: readonly string[] = GPU_FIELDS;
  let problem: string | null = null;
  let absent = false;
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();

  const gpuChild = keepRunning(() => gpuQuery(fields, everyMs), {
    onLine(line) {
      const reading = readGpuLine(line, fields);
      if (reading) {
        problem = null;
        gpus.set(reading.uuid, { value: reading, at: performance.now() });
        isReady();
        return "said";
      }
      const fewer = withoutRefusedField(line, fields);
      if (fewer) fields = fewer;
      else if (line.trim() !== "") problem = line.trim().slice(0, 400);
      return fewer ? "again" : null;
    },
    onEnd(why) {
      absent = why === "absent";
      if (!absent) problem ??= "nvidia-smi ended without a word.";
      isReady();
    },
  });
  const appChild = keepRunning(() => appQuery(everyMs), {
    onLine(line) {
      const app = readAppLine(line);
      if (!app) return null;
      apps.set(`${app.uuid} ${app.pid}`, { value: app, at: performance.now() });
      return "said";
    },
    onEnd() {},
  });

  return {
    ready,
    problem: () => (absent ? null : problem),
    gpus(now = performance.now()) {
      // A process is gone where the driver speaks on without naming it; its silence proves nothing.
      const newest = Math.max(...[...gpus.values()].map(({ at }) => at));
      for (const [key, { at }] of apps) if (newest - at > patience) apps.delete(key);
      const running = [...apps.values()].map(({ value }) => value);
      return [...gpus.values()]
        .map(({ value, at }) => ({
          reading: value,
          apps: running.filter(({ uuid }) => uuid === value.uuid),
          at,
          goneSince: now - at > patience ? at : null,
        }))
        .sort((a, b) => a.reading.index - b.reading.index);
    },
    stop() {
      gpuChild.stop();
      appChild.stop();
    },
  };
}

interface Listener {
  /** "said": a line as expected; "again": the child is to be asked otherwise, at once. */
  onLine: (line: string) => "said" | "again" | null;
  onEnd: (why: "absent" | "ended") => void;
}

/** A child that is started again when it ends; one that is not installed is not looked for again. */
function keepRunning(args: () => string[], { onLine, onEnd }: Listener): { stop(): void } {
  let child: ReturnType<typeof spawnTied> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let failures = 0;

  function start(): void {
    let askAgain = false;
    if (findProgram(PROGRAM, "/", process.env.PATH ?? "") === null) return onEnd("absent");
    const started = spawnTied(PROGRAM, args());
    child = started;
    const listen = (line: string) => {
      const heard = onLine(line);
      if (heard === "said") failures = 0;
      if (heard === "again") askAgain = true;
    };
    for (const stream of [started.stdout, started.stderr])
      createInterface({ input: stream }).on("line", listen);
    // What cannot be started has ended; what is gone takes no input.
    started.on("error", () => {});
    started.stdin.on("error", () => {});
    started.on("close", () => {
      child = null;
      if (stopped) return;
      if (askAgain) return start();
      onEnd("ended");
      failures += 1;
      timer = setTimeout(
        start,
        Math.min(LONGEST_RESTART_MS, FIRST_RESTART_MS * 2 ** Math.min(failures - 1, 10)),
      );
    });
  }

  start();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      child?.stdin.destroy();
    },
  };
}
