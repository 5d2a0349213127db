import { writeDuration, writeTimeOfDay } from "../../../wording/times.ts";
import { objection } from "../../rule.ts";
import type { RunRule } from "../run-rule.ts";

const STEPS = 5;
const LEAST_MS = 300_000;
/** So many times the limit, and nobody waits any more. */
const LONG = 4;

const info: RunRule["info"] = {
  id: "D26",
  name: "Stalled",
  family: "run health",
  formula: "time since the last value arrived, beside the mean time of a logged step so far",
  threshold: `at or above ${STEPS} steps, and ${writeDuration(LEAST_MS)}: warning; ${LONG} times that: error`,
  gate: "only while the run is running and sends heartbeats; none before 3 logged steps, and after a restart of the server until as much time has passed again",
  source: "Ablab's own limits",
  why: "The process lives and nothing comes: a collective operation that waits for a lost process, a full disk, a sandbox that hangs.",
  action: "Look at the last lines of the log, and at the stacks of the processes (py-spy dump).",
  brief: "stalled",
};

/** How a run that logs nothing any more stands, ms. */
export interface Stall {
  since: number;
  stepMs: number;
  isLong: boolean;
}

/** Before so many logged steps there is no pace. */
const FIRST_STEPS = 3;

/** Whether a running run has logged nothing for too long; null where it has not. */
export function stallOf(quiet: {
  since: number;
  forMs: number;
  startedAt: number;
  steps: number;
}): Stall | null {
  if (quiet.steps < FIRST_STEPS) return null;
  const stepMs = Math.max(0, quiet.since - quiet.startedAt) / quiet.steps;
  const limit = Math.max(STEPS * stepMs, LEAST_MS);
  if (quiet.forMs < limit) return null;
  return { since: quiet.since, stepMs, isLong: quiet.forMs >= LONG * limit };
}

export const stalled: RunRule = {
  info,
  reads: [],
  plans: () => [],
  check({ stall }) {
    if (!stall) return [];
    return [
      objection(info, stall.isLong ? "error" : "warning", {
        claim: `Nothing was logged since ${writeTimeOfDay(stall.since)} although the run goes on.`,
        evidence: `A logged step took ${writeDuration(stall.stepMs)} on average before.`,
      }),
    ];
  },
};
