import { setTimeout as sleep } from "node:timers/promises";
import { TooBusy } from "../ingest-answer.ts";

/** Work that is shorter than this keeps nobody waiting. */
const NOTABLE_MS = 20;
/** How many times as long as its work a token waits for others. */
const SHARE_OF_OTHERS = 2;
/** The longest that a token waits for others after its own work. */
const LONGEST_PAUSE_MS = 5000;

interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const CLOCK: Clock = { now: () => performance.now(), sleep: (ms) => sleep(ms, undefined, { ref: false }) };

/** Does work when it is its owner's turn. Throws `TooBusy` where too much of the owner's waits already. */
export type FairTurns = <T>(owner: string, work: () => T | Promise<T>) => Promise<T>;

/**
 * The work of one owner is done one piece after the other, and after a long piece twice as much time is left to others as it
 * took: whoever sends the most expensive requests, many at once, has a third of the server at most. Short work waits for nothing.
 */
export function createFairTurns(mostWaiting: number, clock: Clock = CLOCK): FairTurns {
  /** By owner who is at work: those of its requests that wait. */
  const lanes = new Map<string, (() => void)[]>();

  function passOn(owner: string): void {
    const next = lanes.get(owner)?.shift();
    if (next) next();
    else lanes.delete(owner);
  }

  return async (owner, work) => {
    const lane = lanes.get(owner);
    if (lane && lane.length >= mostWaiting) throw new TooBusy();
    if (lane) await new Promise<void>((resolve) => lane.push(resolve));
    else lanes.set(owner, []);
    const began = clock.now();
    try {
      return await work();
    } finally {
      const took = clock.now() - began;
      if (took < NOTABLE_MS) passOn(owner);
      else void clock.sleep(Math.min(SHARE_OF_OTHERS * took, LONGEST_PAUSE_MS)).then(() => passOn(owner));
    }
  };
}
