import type { CheckpointOnRecord } from "../../../contracts/attempts/continuing.ts";
import { ancestryOf } from "../../series/built-upon.ts";

/** An attempt, as far as what it did in vain depends on it. Times are Unix milliseconds. */
export interface AttemptWork {
  id: string;
  startedAt: number | null;
  endedAt: number | null;
  /** Last train step that it sent; null where it sent none. */
  lastStep: number | null;
  /** From where it goes on; null: from the start. */
  checkpoint: CheckpointOnRecord | null;
}

/** `steps` is null where a checkpoint does not say its step. */
export interface WorkLost {
  steps: number | null;
  ms: number;
}

/**
 * What each attempt of a run did that the last one does not build upon: after the checkpoint that was gone on from, or all of it
 * where nothing of it was. Oldest first; the last attempt wastes nothing yet.
 */
export function workLostOf(attempts: readonly AttemptWork[]): Map<string, WorkLost> {
  const ancestry = ancestryOf(attempts.map(({ id, checkpoint }) => ({ id, begun: { checkpoint } })));
  const leftAt = new Map(ancestry.map((one) => [one.id, one.leftAt]));
  const workLost = new Map<string, WorkLost>();
  for (const { id, startedAt, endedAt, lastStep, checkpoint } of attempts.slice(0, -1)) {
    if (startedAt === null || endedAt === null) {
      workLost.set(id, { steps: 0, ms: 0 });
      continue;
    }
    const used = leftAt.get(id);
    const from = used ? used.step : checkpoint === null ? 0 : checkpoint.step;
    const steps = lastStep === null ? 0 : from === null ? null : Math.max(0, lastStep - from);
    // A checkpoint may be older than the attempt's own start only by a clock that was set back.
    const since = used ? Math.max(startedAt, Math.min(used.at, endedAt)) : startedAt;
    workLost.set(id, { steps, ms: Math.max(0, endedAt - since) });
  }
  return workLost;
}

export function sumWorkLost(workLost: Iterable<WorkLost>): WorkLost | null {
  let sum: WorkLost | null = null;
  for (const { steps, ms } of workLost) {
    const before: WorkLost = sum ?? { steps: 0, ms: 0 };
    sum = {
      steps: before.steps === null || steps === null ? null : before.steps + steps,
      ms: before.ms + ms,
    };
  }
  return sum;
}
