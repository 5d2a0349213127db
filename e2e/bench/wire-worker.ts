import { randomUUID } from "node:crypto";
import type { TrainerEvent } from "../../workers/protocol/events.ts";
import { registerByWire } from "../fixtures/wire-worker.ts";
import type { RunningBench } from "./ablab-process.ts";

/** A worker that trains nothing: it takes runs over the wire and tells what a training would have told. */
export interface WireWorker {
  /** Takes the next queued run and starts its attempt. */
  take(): Promise<TakenAttempt>;
  /** Takes the next queued run, tells these events about it and ends it; its id. */
  play(events: TrainerEvent[]): Promise<string>;
}

/** A started attempt with the token that opens its routes. */
export interface TakenAttempt {
  attemptId: string;
  runId: string;
  token: string;
  tell(events: TrainerEvent[]): Promise<void>;
  /** Ends the run well. */
  finish(): Promise<void>;
}

/** Registers with the admission token of the bench's data directory, for the recipes that the server has. */
export async function joinByWire(bench: RunningBench): Promise<WireWorker> {
  const takeNext = await registerByWire(bench, "figures");
  async function take(): Promise<TakenAttempt> {
    const { attemptId, runId, token, say, finish } = await takeNext();
    let lastSeq = 0;
    return {
      attemptId,
      runId,
      token,
      async tell(events) {
        for (const event of events) await say("events", { firstSeq: ++lastSeq, events: [event] });
      },
      finish: () => finish(lastSeq),
    };
  }
  return {
    take,
    async play(events) {
      const attempt = await take();
      await attempt.tell(events);
      await attempt.finish();
      return attempt.runId;
    },
  };
}

/** Launches one run of a recipe's first preset, with seeds as given. */
export async function launchBy(
  bench: RunningBench,
  recipe: string,
  preset: string,
  seeds: number[],
  inputs: object = {},
): Promise<{ experimentId: string; runs: { id: string }[] }> {
  return bench.mutate("runs.launch", {
    launchKey: randomUUID(),
    recipe,
    matrix: { presets: [preset], edits: {}, factors: [], seeds },
    inputs,
    experiment: { title: `${recipe} for figures` },
  });
}
