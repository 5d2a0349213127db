import type { ExitRecord } from "../protocol/exit.ts";
import type { Place } from "../protocol/executors/place.ts";
import type { Verdict } from "./adopt.ts";
import type { Executor, Job, Seen, TrainerUsage } from "./executors/executor.ts";
import { pause } from "./retryable.ts";
import type { StartRecord, StopRecord } from "./run-directory.ts";

export interface Watch {
  readonly job: Job;
  look(): Promise<Verdict>;
  /** The start record, once there is one. */
  start(): StartRecord | null;
  /** As it was when somebody looked last. */
  usage(): TrainerUsage;
  /** Where the engine has it, as of the last look; null where the processes are on this machine. */
  place(): Place | null;
  /** Asks for an end; repeating it is harmless. While the start is under way it does nothing: the server asks again. */
  stop(stop: StopRecord): Promise<void>;
  /** Resolves with the end of the run, when nothing of it is left; null when the signal came first. */
  untilEnded(signal: AbortSignal): Promise<ExitRecord | null>;
  /** Asks for an end until nothing of the run is left or the signal came. */
  endAll(stop: StopRecord, signal: AbortSignal): Promise<void>;
  /** Resolves when nothing of the run is left or the signal came; touches nothing. */
  untilGone(signal: AbortSignal): Promise<void>;
  /** Resolves when the supervisor has said what it started, or when there is nothing to wait for. */
  untilStarted(signal: AbortSignal): Promise<void>;
  /** Resolves with the first verdict that says something; "lost" when the signal came first. */
  untilKnown(signal: AbortSignal): Promise<Verdict>;
}

const STARTING_POLL_MS = 25;
const NOTHING_SEEN: TrainerUsage = { alive: false, rssMiB: null, cpuSeconds: null };

/** Follows one attempt through whatever runs it. */
export function watchJob(executor: Executor, job: Job): Watch {
  const { directory } = job;
  const { pollMs, queues } = executor.caps;
  let known: StartRecord | null = null;
  let last: Seen | null = null;

  const start = () => (known ??= directory.start());

  async function ask(tend = false): Promise<Verdict> {
    const seen = (await executor.status([job], { tend })).get(job.key);
    if (seen) last = seen;
    return seen?.verdict ?? { is: "lost" };
  }

  async function untilEnded(signal: AbortSignal): Promise<ExitRecord | null> {
    for (;;) {
      const verdict = await ask(true);
      if (verdict.is === "ended") return verdict.exit;
      if (signal.aborted) return null;
      await pause(pollMs, signal);
    }
  }

  async function untilGone(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !["ended", "unstarted"].includes((await ask()).is)) await pause(pollMs, signal);
  }

  async function endAll(order: StopRecord, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !["ended", "unstarted"].includes((await ask(true)).is)) {
      await executor.stop(job, order);
      await pause(pollMs, signal);
    }
  }

  async function untilStarted(signal: AbortSignal): Promise<void> {
    const isBeforeStart = ({ is }: Verdict) =>
      is === "starting" || (queues && !start() && (is === "queued" || is === "lost" || is === "unstarted"));
    let verdict = await ask();
    while (!signal.aborted && isBeforeStart(verdict)) {
      await pause(queues ? pollMs : STARTING_POLL_MS, signal);
      verdict = await ask();
    }
    if (verdict.is === "orphaned") await ask(true);
  }

  async function untilKnown(signal: AbortSignal): Promise<Verdict> {
    for (;;) {
      const verdict = await ask();
      if (verdict.is !== "lost" || signal.aborted) return verdict;
      await pause(pollMs, signal);
    }
  }

  return {
    job,
    look: () => ask(),
    start,
    usage: () => last?.usage ?? NOTHING_SEEN,
    place: () => last?.place ?? null,
    stop: (order) => executor.stop(job, order),
    untilEnded,
    endAll,
    untilGone,
    untilStarted,
    untilKnown,
  };
}
