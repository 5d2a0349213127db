import { Worker } from "node:worker_threads";
import type { CheckDepth, DatabaseCheck } from "#db/copies/check-database.ts";
import type { DatabaseCopy } from "#db/copies/copy-database.ts";
import type { TellStep } from "../contracts/housekeeping/upgrade-step.ts";
import { keptDescriptor } from "#db/page-digests/raw-file.ts";
import { ServiceError } from "../errors.ts";
import type { UpgradeOrder } from "./open-database.ts";
import type { CareAnswer, CareNews, CareOrder } from "./thread.ts";

/** It holds one row at a time; SQLite's own memory is not counted here. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };
/** An upgrade from before points lay in chunks holds one series. */
const UPGRADE_LIMITS = { ...LIMITS, maxOldGenerationSizeMb: 512 };

const ENDED = "It was ended before it was done.";

/** What came of an order, once the thread is gone and every file that it had open is closed. */
function inThread(
  order: CareOrder,
  { signal, tell, limits = LIMITS }: { signal?: AbortSignal; tell?: TellStep; limits?: typeof LIMITS },
): Promise<CareAnswer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: order,
      resourceLimits: limits,
    });
    let answer: CareAnswer | null = null;
    signal?.addEventListener("abort", () => void thread.terminate(), { once: true });
    thread.on("message", (said: CareAnswer | CareNews) => {
      if ("step" in said) tell?.(said.step);
      else answer = said;
    });
    thread.once("error", reject);
    thread.once("exit", () => {
      if (answer) resolve(answer);
      else reject(new ServiceError("unavailable", ENDED));
    });
  });
}

async function resultOf(order: CareOrder, signal?: AbortSignal): Promise<unknown> {
  const answer = await inThread(order, { signal });
  if (answer.ok) return answer.result;
  throw new ServiceError("unavailable", answer.message);
}

/** `copyDatabase`, whose source may be open here, beside whatever else the process does. Throws a sentence. */
export const copyInThread = (from: string, to: string, signal?: AbortSignal) =>
  resultOf({ kind: "copy", from, to, kept: keptDescriptor(from) }, signal) as Promise<DatabaseCopy>;

/** `checkDatabase` beside whatever else the process does. */
export const checkInThread = (path: string, depth: CheckDepth, signal?: AbortSignal) =>
  resultOf({ kind: "check", path, depth, kept: keptDescriptor(path) }, signal) as Promise<DatabaseCheck>;

/**
 * Brings a database that nothing here has open to this version, beside whatever else the process does. Throws what
 * `openDatabase` throws, with its code and that of its cause.
 */
export async function upgradeInThread(order: UpgradeOrder, tell: TellStep): Promise<void> {
  const answer = await inThread({ kind: "upgrade", ...order }, { tell, limits: UPGRADE_LIMITS });
  if (answer.ok) return;
  const cause = Object.assign(new Error(answer.message), { code: answer.causeCode });
  throw Object.assign(new Error(answer.message, { cause }), { code: answer.code });
}
