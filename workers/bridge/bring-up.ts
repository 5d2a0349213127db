import type { ExitRecord } from "../protocol/exit.ts";
import type { Attempt } from "./attempt.ts";
import { fetchBenchmarks } from "./benchmarks.ts";
import type { Client } from "./client.ts";
import { fetchInputs } from "./inputs.ts";
import { pause } from "./pause.ts";
import { isRunning } from "./proc.mjs";
import { lastWordOfSupervisor, planLaunch, startSupervisor } from "./trainer-process.ts";
import type { LaunchContext } from "./trainer-process.ts";

/** A supervisor that is gone before it claimed the attempt has started nothing, so another one may try. */
const START_TRIES = 3;
const CLAIM_POLL_MS = 20;

/**
 * Starts the trainer of an attempt that was proven to be unstarted. Resolves to null when it is under way or the signal
 * came first, and to the exit record when this worker cannot run it: the sentence in it is for the run page.
 */
export async function bringUp(
  attempt: Attempt,
  client: Client,
  context: LaunchContext,
  signal: AbortSignal,
): Promise<ExitRecord | null> {
  try {
    // First of all: a worker that dies from here on leaves the next one something to go by.
    attempt.directory.saveAssignment(attempt.assignment);
    if (!(await fetchBenchmarks(client, context.home, attempt.assignment, signal))) return null;
    if (!(await fetchInputs(client, context.home, attempt.assignment, signal))) return null;
    attempt.directory.saveLaunch(planLaunch(attempt.assignment, context, process.env));
    for (let tries = 1; tries <= START_TRIES; tries++) {
      if (signal.aborted) return null;
      const supervisor = startSupervisor(attempt.directory, attempt.id);
      while (!attempt.directory.claimed() && isRunning(supervisor)) await pause(CLAIM_POLL_MS);
      await attempt.watch.untilStarted(signal);
      if (attempt.watch.look().is !== "unstarted") return null;
    }
    throw new Error(`The supervisor could not start. ${lastWordOfSupervisor(attempt.directory)}`);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    attempt.say(`refused: ${detail}`);
    return refusal(detail);
  }
}

function refusal(detail: string): ExitRecord {
  return {
    code: null,
    signal: null,
    askedBy: null,
    reason: "refused",
    endedAt: Date.now(),
    escalation: [],
    detail: detail.slice(0, 2000),
    leftovers: 0,
  };
}
