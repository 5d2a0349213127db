import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bootId, findRunProcesses, signalProcess } from "../proc.mjs";
import { openRunDirectory } from "../run-directory.ts";
import type { LaunchRecord, RunDirectory, StartRecord, SupervisedExit } from "../run-directory.ts";
import { temporaryFolder, until } from "./world.ts";
import type { OnEnd } from "./world.ts";

export const SUPERVISOR = fileURLToPath(new URL("../supervisor.mjs", import.meta.url));
const TOY = fileURLToPath(new URL("../fixtures/toy-trainer.mjs", import.meta.url));
let count = 0;

export interface Supervised {
  directory: RunDirectory;
  tag: string;
  /** pid of the supervisor */
  pid: number;
  started: () => Promise<StartRecord>;
  settled: () => Promise<SupervisedExit>;
  /** What a bridge does for a stop. */
  stop: (sigintMs: number, sigtermMs: number, first?: "SIGINT" | "SIGTERM") => void;
  log: () => string;
  /** Waits until the trainer has written events: its signal handlers are set then. */
  emitting: () => Promise<unknown>;
}

export interface SuperviseOptions {
  cwd?: string;
  home?: string;
  /** Command that the supervisor itself is started through. */
  through?: string[];
  timeLimitMs?: number;
  /** What a recipe says of its end. */
  stop?: LaunchRecord["stop"];
  /** As one that an engine has started elsewhere. */
  beatMs?: number;
  post?: LaunchRecord["post"];
  /** Called before it starts. */
  before?: (directory: RunDirectory) => void;
}

/** Starts a real supervisor over a real command; all of it ends with the test. */
export function supervise(
  onEnd: OnEnd,
  argv: string[],
  {
    cwd,
    home = temporaryFolder(onEnd),
    through = [],
    timeLimitMs,
    stop,
    beatMs,
    post,
    before,
  }: SuperviseOptions = {},
): Supervised {
  const tag = `att_test${process.pid}x${count++}`;
  const directory = openRunDirectory(home, tag);
  mkdirSync(directory.path, { recursive: true });
  directory.saveLaunch({
    attemptId: tag,
    argv,
    cwd: cwd ?? directory.path,
    env: { PATH: process.env.PATH ?? "", ABLAB_RUN: tag, ABLAB_EVENTS_FD: "3" },
    device: "cpu",
    timeLimitMs,
    stop,
    beatMs,
    post,
    bootId: bootId(),
  });
  before?.(directory);
  const [command, ...args] = [...through, process.execPath, SUPERVISOR, directory.path];
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  onEnd(() => {
    child.kill("SIGKILL");
    for (const id of findRunProcesses(tag)) signalProcess(id, "SIGKILL");
  });
  return {
    directory,
    tag,
    pid: child.pid ?? 0,
    started: () => until("start.json", () => directory.start()),
    settled: () => until("a settled exit", () => (directory.exit()?.settled ? directory.exit() : null)),
    stop(sigintMs, sigtermMs, first) {
      directory.saveStop({ askedBy: "ada", at: Date.now(), sigintMs, sigtermMs, first });
      process.kill(child.pid ?? 0, "SIGTERM");
    },
    log: () => (existsSync(directory.log) ? readFileSync(directory.log, "utf8") : ""),
    emitting: () =>
      until("events", () => (statSync(directory.events, { throwIfNoEntry: false })?.size ?? 0) > 100),
  };
}

/** Command of a toy trainer that emits two events and ends as told. */
export function toy(end: string, code = 0): string[] {
  return [process.execPath, TOY, "toy", "--events=2", "--pause_ms=0", `--end=${end}`, `--code=${code}`];
}

/** A shell command. */
export function sh(script: string): string[] {
  return ["sh", "-c", script];
}
