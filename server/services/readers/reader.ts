import { deserialize } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Db } from "#db/client.ts";
import { hasMoreRunsThan } from "#db/queries/runs.ts";
import { movesSeen } from "#db/queries/projects/move.ts";
import type { Reader } from "../context.ts";
import { overLimit } from "../../contracts/limits/limit.ts";
import { QUEUE_LIMITS } from "../../contracts/limits/requests.ts";
import { ServiceError } from "../../errors.ts";
import { FEW_RUNS } from "../aside.ts";
import { FEWER_RUNS } from "../answer-room.ts";
import type { ThreadAnswer, ThreadQuestion } from "./reader-thread.ts";

/** The wall behind what is estimated: what would hold more ends its thread, and nothing else. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

interface Waiting {
  name: string;
  input: unknown;
  /** Who waits for it; a question that nobody waits for any more is not begun. */
  askers: Set<{ resolve: (answer: unknown) => void; reject: (error: unknown) => void }>;
}

const tooMuch = () =>
  new ServiceError("too_large", `The answer would hold more than one answer may. ${FEWER_RUNS}`);

export function createReader(db: Db): Reader {
  const waiting = new Map<string, Waiting>();
  let going: Waiting | null = null;
  let thread: Worker | null = null;

  function settle(end: (asker: Waiting["askers"] extends Set<infer Asker> ? Asker : never) => void): void {
    const done = going;
    going = null;
    for (const asker of done?.askers ?? []) end(asker);
    next();
  }

  function start(): Worker {
    const made = new Worker(new URL("./reader-thread.ts", import.meta.url), {
      workerData: { dbPath: db.$client.name },
      resourceLimits: LIMITS,
    });
    made.unref();
    made.on("message", (told: ThreadAnswer) => {
      settle(({ resolve, reject }) => {
        if (told.ok) resolve(deserialize(new Uint8Array(told.bytes)));
        else if (told.refusal)
          reject(
            new ServiceError(told.refusal.code, told.refusal.message, {
              field: told.refusal.field ?? undefined,
            }),
          );
        else reject(new Error(told.message));
      });
    });
    made.on("error", (error: NodeJS.ErrnoException) => {
      if (thread === made) thread = null;
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      settle(({ reject }) => reject(isFull ? tooMuch() : error));
    });
    made.on("exit", () => {
      if (thread !== made) return;
      thread = null;
      settle(({ reject }) => reject(new ServiceError("unavailable", "The answer was cut off. Ask again.")));
    });
    return made;
  }

  function next(): void {
    if (going !== null) return;
    for (const [key, one] of waiting) {
      waiting.delete(key);
      if (one.askers.size === 0) continue;
      going = one;
      thread ??= start();
      const { name, input } = one;
      thread.postMessage({ name, input, moves: movesSeen(db) } satisfies ThreadQuestion, []);
      return;
    }
  }

  // The first question does not wait for a thread to begin.
  if (hasMoreRunsThan(db, FEW_RUNS)) thread = start();
  return {
    ask(name, input, signal) {
      const key = `${name} ${JSON.stringify(input)}`;
      let one = waiting.get(key);
      if (!one) {
        // Whoever asks for the same as one of them waits with it.
        if (waiting.size >= QUEUE_LIMITS.questions.most)
          throw new ServiceError("unavailable", overLimit(QUEUE_LIMITS.questions, null));
        waiting.set(key, (one = { name, input, askers: new Set() }));
      }
      const { askers } = one;
      return new Promise((resolve, reject) => {
        const asker = { resolve, reject };
        askers.add(asker);
        const leave = () => {
          askers.delete(asker);
          // A place in the queue is given up with the connection.
          if (askers.size === 0 && waiting.get(key)?.askers === askers) waiting.delete(key);
          reject(signal?.reason);
        };
        if (signal?.aborted) return leave();
        signal?.addEventListener("abort", leave, { once: true });
        next();
      });
    },
    close() {
      const ended = thread;
      thread = null;
      void ended?.terminate();
      const left = [...(going ? [going] : []), ...waiting.values()];
      going = null;
      waiting.clear();
      for (const { askers } of left)
        for (const { reject } of askers) reject(new ServiceError("unavailable", "The server stops."));
    },
  };
}
