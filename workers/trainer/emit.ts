import { writeSync } from "node:fs";
import type { TrainerEvent } from "../protocol/events.ts";

/** Longest time that a full pipe may hold up a trainer before it gives up, and the pause between two tries. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 5;

export interface Emitter {
  emit(event: TrainerEvent): void;
  log(line: string): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where a trainer speaks: events as JSON Lines to the descriptor named by ABLAB_EVENTS_FD, a file that the supervisor
 * opened, and lines for people to stdout. Without that variable events go to stdout and people read stderr.
 */
export function openEmitter(environment: Environment = process.env): Emitter {
  const named = environment.ABLAB_EVENTS_FD;
  const eventsFd = named === undefined ? 1 : Number(named);
  if (!Number.isInteger(eventsFd) || eventsFd < 1) {
    throw new Error(`ABLAB_EVENTS_FD is "${named}"; it must be the number of an open file descriptor, as 3.`);
  }
  const logFd = eventsFd === 1 ? 2 : 1;
  return {
    emit: (event) => writeAll(eventsFd, `${JSON.stringify(event)}\n`),
    log: (line) => writeAll(logFd, `${line}\n`),
  };
}

/** Writes a whole text before it returns. A pipe that stays full is an error after `PATIENCE_MS`, never an endless wait. */
export function writeAll(fd: number, text: string, patienceMs = PATIENCE_MS): void {
  const bytes = Buffer.from(text);
  const deadline = Date.now() + patienceMs;
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
