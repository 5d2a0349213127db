import type { ExitRecord } from "../../protocol/exit.ts";
import type { Attempt } from "../attempt.ts";
import { pause } from "../retryable.ts";

/** How often the server is told how far it is. */
const TELL_MS = 500;

/** Somebody stopped the run before anything of it was started. */
export class StoppedBefore extends Error {
  readonly exit: ExitRecord;
  constructor(askedBy: string, what: string) {
    super(`stopped while ${what} was prepared`);
    this.exit = {
      code: null,
      signal: null,
      askedBy,
      reason: "stopped",
      endedAt: Date.now(),
      escalation: [],
      detail: `${askedBy} asked for the stop while ${what} was prepared; nothing was started.`,
      leftovers: 0,
    };
  }
}

/**
 * Does something before the start of an attempt that may take minutes; meanwhile it goes on to be heard of. The work gets a signal
 * that comes when the run is stopped. Throws what the work throws, and `StoppedBefore`.
 */
export async function tellMeanwhile<T>(
  attempt: Attempt,
  { what, heartbeatMs, signal }: { what: string; heartbeatMs: () => number; signal: AbortSignal },
  work: (stopped: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const stop = new AbortController();
  async function tell(): Promise<void> {
    for (let beatenMs = 0; !done.signal.aborted && !signal.aborted; beatenMs += TELL_MS) {
      await pause(TELL_MS, done.signal, signal);
      if (done.signal.aborted) return;
      await attempt.tellEvents(false, signal);
      await attempt.tellLog(false, signal);
      if (beatenMs >= heartbeatMs()) {
        await attempt.beat();
        beatenMs = 0;
      }
      if (attempt.stopRequestedBy() !== null) stop.abort();
    }
  }
  const telling = tell();
  telling.catch(() => stop.abort());
  try {
    return await work(AbortSignal.any([signal, stop.signal]));
  } catch (error) {
    const askedBy = attempt.stopRequestedBy();
    throw askedBy === null ? error : new StoppedBefore(askedBy, what);
  } finally {
    done.abort();
    await telling;
  }
}
