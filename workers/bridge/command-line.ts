import { stripVTControlCharacters } from "node:util";
import { ConfigError, readConfig } from "./config.ts";
import { DirectoryBusyError } from "./identity.ts";
import { RegistrationRefused } from "./session.ts";
import type { Trainers } from "./trainer-process.ts";
import { runWorker } from "./worker.ts";
import { markText } from "../protocol/visible-text.ts";

/** How the shell is told that a worker could not start at all. */
const COULD_NOT_START = 2;
/** 128 + SIGINT: what a shell reports for a program that was interrupted. */
const INTERRUPTED = 130;

/**
 * Runs a worker with the arguments of this process. Ctrl-C or SIGTERM stops it cleanly, a second Ctrl-C at once. Mistakes
 * of the person who starts it are one sentence on stderr.
 */
export async function runFromCommandLine(program: { trainers: Trainers; version: string }): Promise<void> {
  process.umask(0o077);
  const stop = new AbortController();
  process.on("SIGINT", () => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  });
  // A launcher sends SIGTERM after the Ctrl-C that the terminal has sent to both of them; that is no second wish.
  process.on("SIGTERM", () => stop.abort());
  try {
    const config = readConfig(process.argv.slice(2), process.env);
    await runWorker({ ...program, config, log: writeLine, stopping: stop.signal });
    // Requests that nobody waits for any more must not hold up the end.
    process.exit(0);
  } catch (error) {
    const expected = [ConfigError, DirectoryBusyError, RegistrationRefused].some(
      (kind) => error instanceof kind,
    );
    if (!expected) throw error;
    console.error(markText((error as Error).message));
    process.exit(COULD_NOT_START);
  }
}

/** Names in a line come from other people; they must not steer a terminal. */
function writeLine(line: string): void {
  const clean = markText(stripVTControlCharacters(line)).replace(/\s+/g, " ");
  process.stdout.write(`${new Date().toISOString()} ${clean}\n`);
}
