import type { ExitRecord } from "../protocol/exit.ts";
import { type Attempt, AttemptLeft, type Told } from "./attempt.ts";
import { pause } from "./retryable.ts";
import type { ClosedRecord } from "./run-directory.ts";

export interface AttemptLoopOptions {
  /** Starts what is not started yet; the exit when that was refused, null otherwise. */
  bringUp: (signal: AbortSignal) => Promise<ExitRecord | null>;
  heartbeatMs: () => number;
  /** The worker is stopping: what can be sent at once is sent, the training goes on. */
  stopping: AbortSignal;
  /** The server has forgotten the attempt; its reason may be an `AttemptLeft` that says more. */
  forgotten: AbortSignal;
  /** Called when nothing of the run is left on this machine, before the server is told. */
  onEnded: () => void;
}

/** `stopped`: the worker stopped first. `left`: the server does not want the attempt; its process may still run. */
export type AttemptEnd = "delivered" | "left" | "stopped";

/** How often the files of a run are looked at. A point should be seen at once, a log line may take a second. */
const EVENTS_EVERY_MS = 125;
/** The same for a run that streams. Point to pixel then stays below half a second, and the worker takes half as much of a core. */
const STREAM_EVERY_MS = 300;
const LOG_EVERY_MS = 1000;
/** Checkpoints are asked for after the end, when the last look is taken. */
const FILES_EVERY_MS = 3000;

/**
 * Takes one attempt from wherever it is to the moment when the server has accepted its end. Heartbeats go on until then.
 * A new attempt and an adopted one take the same way: the records and the server's answers say where they are.
 */
export async function runAttempt(attempt: Attempt, options: AttemptLoopOptions): Promise<AttemptEnd> {
  try {
    if (options.forgotten.aborted) throw forgottenByServer(options.forgotten);
    if (!(await follow(attempt, options))) return "stopped";
    close(attempt, "delivered");
    return "delivered";
  } catch (error) {
    if (!(error instanceof AttemptLeft)) throw error;
    close(attempt, error.why);
    const fate = error.deadSince === null ? "its process is left as it is" : "what is left of it is ended";
    attempt.say(`${error.why}: ${error.message} Nothing more is sent; ${fate}.`);
    if (error.deadSince === null) await attempt.watch.untilGone(options.stopping);
    else await attempt.endDead(error.deadSince, options.stopping);
    return "left";
  } finally {
    attempt.close();
  }
}

/** A mark that cannot be written (a full disk) costs one question at the next start: the server knows what it has. */
function close(attempt: Attempt, why: ClosedRecord["why"]): void {
  try {
    attempt.directory.close(why, Date.now());
  } catch (error) {
    attempt.say(`it is ${why}, but that cannot be noted here: ${String(error)}`);
  }
}

function forgottenByServer({ reason }: AbortSignal): AttemptLeft {
  return reason instanceof AttemptLeft
    ? reason
    : new AttemptLeft("forgotten", "The server does not know it any more.");
}

/** Starts, watches, beats and delivers at once. Resolves to whether the end was accepted; false when stopped before. */
async function follow(attempt: Attempt, options: AttemptLoopOptions): Promise<boolean> {
  const { bringUp, heartbeatMs, stopping, forgotten, onEnded } = options;
  const quit = AbortSignal.any([stopping, forgotten]);
  // What waits in the queue of an engine may do so for hours; the server is to hear of it meanwhile.
  const early = attempt.queues ? null : await begin(quit);

  const ended = new AbortController();
  const over = new AbortController();
  const going = AbortSignal.any([quit, over.signal]);
  let exit = early;

  async function begin(signal: AbortSignal): Promise<ExitRecord | null> {
    if (!attempt.queues) await attempt.watch.untilStarted(signal);
    return (await attempt.watch.untilKnown(signal)).is === "unstarted" ? bringUp(signal) : null;
  }

  async function watch(): Promise<void> {
    if (attempt.queues) exit = await begin(going);
    exit ??= await attempt.watch.untilEnded(going);
    if (!exit) return;
    onEnded();
    ended.abort();
  }

  async function deliver(): Promise<boolean> {
    await attempt.watch.untilStarted(AbortSignal.any([going, ended.signal]));
    await attempt.tellStart(going);
    for (;;) {
      await Promise.all([
        relayUntilEnd(attempt.tellEvents, EVENTS_EVERY_MS, ended.signal, going),
        relayUntilEnd(attempt.tellLog, LOG_EVERY_MS, ended.signal, going),
        relayUntilEnd(attempt.tellFiles, FILES_EVERY_MS, ended.signal, going),
      ]);
      if (!exit) return false;
      const told = await attempt.tellEnd(exit, going);
      if (told === "accepted") return true;
      if (going.aborted) return false;
    }
  }

  /** The first part that fails ends the others. */
  const part = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      over.abort();
      throw error;
    });
  const delivering = part(deliver()).finally(() => over.abort());
  const [accepted, ...others] = await Promise.allSettled([
    delivering,
    part(watch()),
    part(heartbeats(attempt, heartbeatMs, going)),
  ]);
  // A heartbeat that crossed an accepted end may have been refused; that is no news.
  if (accepted.status === "fulfilled" && accepted.value) return true;
  const failure = [accepted, ...others].find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  if (forgotten.aborted) throw forgottenByServer(forgotten);
  return false;
}

async function heartbeats(attempt: Attempt, everyMs: () => number, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await attempt.beat();
    await pause(everyMs(), until);
  }
}

/**
 * Tells until the run has ended and all of it is told. When `quit` comes first, what can be sent without waiting is
 * still sent. `final` is read before the file is, so that the last reading sees the whole file.
 */
async function relayUntilEnd(
  tell: (final: boolean, signal: AbortSignal) => Promise<Told>,
  everyMs: number,
  ended: AbortSignal,
  quit: AbortSignal,
): Promise<void> {
  for (;;) {
    const final = ended.aborted;
    const told = await tell(final, quit);
    if (told === "stopped") return;
    if (told === "more") continue;
    if (final || quit.aborted) return;
    await pause(told === "stream" ? STREAM_EVERY_MS : everyMs, ended, quit);
  }
}
