import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { ServiceError } from "../../../errors.ts";
import { type FoundSource, ReadSource, type RunPart } from "../../../importers/histories/parts.ts";
import type { ReadOptions } from "../../../importers/histories/reader.ts";
import { ImportError, type SentFile, sizeOf } from "../../../importers/histories/sent-file.ts";
import { digestOf } from "../../sent-files.ts";
import type { ReadingAnswer, ReadingQuestion, ReadingTask } from "./reading-thread.ts";

/** Files of an import while they are read. */
export interface Reading {
  /** SHA-256 of each file. */
  digests(): Promise<string[]>;
  /** What they tell. Throws an `ImportError` where one is broken. */
  found(options: ReadOptions): Promise<FoundSource>;
  /** What is stored of a run, part by part. */
  parts(run: number): AsyncIterable<RunPart>;
  /** Ends the reading, whatever it is at. */
  close(): void;
}

/** So few bytes are read where they are asked for, in some milliseconds; packed ones may be any number of bytes. */
const FEW_BYTES = 256 * 1024;
const PACKED = /\.(eval|zip|gz|parquet)$/i;

/** Reads files without holding others up: many bytes in a thread. `heard` hears how many bytes were read so far. */
export const openReading = (files: readonly SentFile[], heard: (bytes: number) => void): Reading =>
  files.some(({ name }) => PACKED.test(name)) ||
  files.reduce((sum, file) => sum + sizeOf(file), 0) > FEW_BYTES
    ? readInThread(files, heard)
    : readHere(files);

function readHere(files: readonly SentFile[]): Reading {
  let source: ReadSource | null = null;
  return {
    digests: async () => files.map(digestOf),
    found: async (options) => (source = new ReadSource(files, options)).found,
    async *parts(run) {
      for (const part of source?.parts(run) ?? []) {
        yield part;
        await setImmediate();
      }
    },
    close: () => undefined,
  };
}

/** The wall behind what is estimated: what would hold more ends its thread, and nothing else. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

const tooMuch = () =>
  new ServiceError(
    "too_large",
    "What these files hold is more than an import holds in memory at once. Import them one by one, or as JSON lines or CSV, which are read row by row.",
  );

function readInThread(files: readonly SentFile[], heard: (bytes: number) => void): Reading {
  const task: ReadingTask = { files: files.map((file) => ({ ...nameOf(file), size: sizeOf(file) })) };
  const thread = new Worker(new URL("./reading-thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: LIMITS,
  });
  thread.unref();
  let waiting: { resolve: (answer: ReadingAnswer) => void; reject: (error: unknown) => void } | null = null;
  let ended: unknown = null;
  const end = (error: unknown) => {
    ended ??= error;
    waiting?.reject(ended);
    waiting = null;
  };
  thread.on("message", (answer: ReadingAnswer) => {
    if (answer.kind === "heard") return heard(answer.bytes);
    const asker = waiting;
    waiting = null;
    if (answer.kind === "refused") asker?.reject(new ImportError(answer.message));
    else asker?.resolve(answer);
  });
  thread.on("error", (error: NodeJS.ErrnoException) =>
    end(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch() : error),
  );
  thread.on("exit", () => end(new ServiceError("unavailable", "The reading was cut off. Import again.")));
  const ask = (question: ReadingQuestion) =>
    new Promise<ReadingAnswer>((resolve, reject) => {
      if (ended !== null) return reject(ended);
      waiting = { resolve, reject };
      thread.postMessage(question, []);
    });
  return {
    async digests() {
      const answer = await ask({ ask: "digests" });
      return answer.kind === "digests" ? answer.digests : [];
    },
    async found(options) {
      const answer = await ask({ ask: "found", options });
      if (answer.kind !== "found") throw new Error("the thread answered something else");
      return answer.found;
    },
    async *parts(run) {
      for (let asked = ask({ ask: "begin", run }); ;) {
        const answer = await asked;
        if (answer.kind !== "part") return;
        // The next one is read while this one is stored; who stops asking closes the reading.
        asked = ask({ ask: "next" });
        asked.catch(() => undefined);
        yield answer.part;
      }
    },
    close: () => void thread.terminate(),
  };
}

function nameOf({ name, path }: SentFile): { name: string; path: string } {
  if (path === undefined) throw new Error("a file that is read in a thread lies on disk");
  return { name, path };
}
