import { appendFileSync } from "node:fs";
import type { TrainerEvent } from "../../protocol/events.ts";
import type { ExitRecord } from "../../protocol/exit.ts";
import { type PythonOf, type PythonSource, pythonOf } from "../../scripts/python/python-of.ts";
import type { Script } from "../../scripts/read-folder.ts";
import { appendEvent } from "../append-event.ts";
import type { Attempt } from "../attempt.ts";
import { pause } from "../retryable.ts";

/** How often the server is told how far an environment is. */
const TELL_MS = 500;
/** What the run says meanwhile; people wait for minutes and want to know for what. */
const PHASE = "preparing its environment";

/** Somebody stopped the run before anything of it was started. */
export class StoppedBefore extends Error {
  readonly exit: ExitRecord;
  constructor(askedBy: string) {
    super("stopped while its environment was prepared");
    this.exit = {
      code: null,
      signal: null,
      askedBy,
      reason: "stopped",
      endedAt: Date.now(),
      escalation: [],
      detail: `${askedBy} asked for the stop while its Python environment was prepared; nothing was started.`,
      leftovers: 0,
    };
  }
}

/**
 * Makes the Python of a script before its start. Meanwhile the attempt goes on to be heard of: the installer's lines are in
 * its log, and how far it is stands where trainers say their phase. Throws `FolderProblem`, and `StoppedBefore`.
 */
export async function preparePython(
  attempt: Attempt,
  script: Script,
  {
    source,
    path,
    heartbeatMs,
    signal,
  }: { source: PythonSource; path?: string; heartbeatMs: () => number; signal: AbortSignal },
): Promise<PythonOf | null> {
  const { directory } = attempt;
  const done = new AbortController();
  const stop = new AbortController();
  const say = (event: TrainerEvent) => appendEvent(directory.events, event);
  const making = {
    onLine: (line: string) => appendFileSync(directory.log, `${line}\n`, { mode: 0o600 }),
    onCount: (step: number, total: number) =>
      say({ t: "progress", at: Date.now(), phase: PHASE, step, total }),
    signal: AbortSignal.any([signal, stop.signal]),
  };
  async function tell(): Promise<void> {
    for (let beatenMs = 0; !done.signal.aborted && !signal.aborted; beatenMs += TELL_MS) {
      await pause(TELL_MS, done.signal, signal);
      await attempt.tellEvents(false, signal);
      await attempt.tellLog(false, signal);
      if (beatenMs >= heartbeatMs()) {
        await attempt.beat();
        beatenMs = 0;
      }
      if (attempt.stopAskedBy() !== null) stop.abort();
    }
  }
  const telling = tell();
  telling.catch(() => stop.abort());
  try {
    return await pythonOf(script, source, path, making);
  } catch (error) {
    const askedBy = attempt.stopAskedBy();
    throw askedBy === null ? error : new StoppedBefore(askedBy);
  } finally {
    done.abort();
    await telling;
  }
}
