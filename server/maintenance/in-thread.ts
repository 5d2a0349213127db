import { Worker } from "node:worker_threads";
import type { CheckDepth, DatabaseCheck } from "#db/copies/check-database.ts";
import type { DatabaseCopy } from "#db/copies/copy-database.ts";
import { keptDescriptor } from "#db/page-digests/raw-file.ts";
import { ServiceError } from "../errors.ts";
import type { CareAnswer, CareOrder } from "./thread.ts";

/** It holds one row at a time; SQLite's own memory is not counted here. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

function inThread(order: CareOrder, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: order,
      resourceLimits: LIMITS,
    });
    signal?.addEventListener("abort", () => void thread.terminate(), { once: true });
    thread.once("message", (answer: CareAnswer) => {
      if (answer.ok) resolve(answer.result);
      else reject(new ServiceError("unavailable", answer.message));
    });
    thread.once("error", reject);
    thread.once("exit", () => reject(new ServiceError("unavailable", "It was ended before it was done.")));
  });
}

/** `copyDatabase`, whose source may be open here, beside whatever else the process does. Throws a sentence. */
export const copyInThread = (from: string, to: string, signal?: AbortSignal) =>
  inThread({ kind: "copy", from, to, kept: keptDescriptor(from) }, signal) as Promise<DatabaseCopy>;

/** `checkDatabase` beside whatever else the process does. */
export const checkInThread = (path: string, depth: CheckDepth, signal?: AbortSignal) =>
  inThread({ kind: "check", path, depth, kept: keptDescriptor(path) }, signal) as Promise<DatabaseCheck>;
