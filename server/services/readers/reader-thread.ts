import { parentPort, workerData } from "node:worker_threads";
import { serialize } from "node:v8";
import { openDb } from "#db/client.ts";
import { noteMoves } from "#db/queries/projects/move.ts";
import { isServiceError, ServiceError } from "../../errors.ts";
import { createLiveBus } from "../../live/bus.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { TOLD_BYTES } from "../answer-room.ts";
import { type ServiceContext, DEFAULT_TIMING } from "../context.ts";
import { createSentFiles } from "../sent-files.ts";
import { createStaging } from "../staging.ts";
import { workOf } from "./questions.ts";

export interface ThreadQuestion {
  name: string;
  input: unknown;
  /** How often runs were moved between projects, as the server counts it. */
  moves: number;
}

/** `bytes`: the answer as v8 writes it. Errors lose their codes between threads. */
export type ThreadAnswer =
  | { ok: true; bytes: ArrayBuffer }
  | {
      ok: false;
      refusal: { code: ServiceError["code"]; message: string; field: string | null } | null;
      message: string;
    };

const { dbPath } = workerData as { dbPath: string };
const db = openDb(dbPath);
db.$client.pragma("query_only = ON");

const ctx: ServiceContext = {
  db,
  actor: { kind: "system", name: "reader" },
  now: Date.now,
  live: createLiveBus(),
  timing: DEFAULT_TIMING,
  staging: createStaging(),
  uploads: createSentFiles(`${dbPath}-reader-uploads`),
  storage: { minFree: 0, free: () => Infinity, troubles: new Map() },
};

/** Everything that one question reads is of one moment. */
async function atOneMoment<T>(work: () => T | Promise<T>): Promise<T> {
  db.$client.exec("begin");
  try {
    return await work();
  } finally {
    if (db.$client.inTransaction) db.$client.exec("commit");
  }
}

async function answer({ name, input, moves }: ThreadQuestion): Promise<ThreadAnswer> {
  try {
    noteMoves(db, moves);
    const work = workOf(name);
    const bytes = serialize(await atOneMoment(() => work(ctx, input)));
    if (bytes.length > TOLD_BYTES)
      throw new ServiceError(
        "too_large",
        `The answer has ${writeBytes(bytes.length)}; the limit is ${writeBytes(TOLD_BYTES)}. Ask for fewer runs or columns at once.`,
      );
    return {
      ok: true,
      bytes: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    };
  } catch (error) {
    const refusal = isServiceError(error)
      ? { code: error.code, message: error.message, field: error.field }
      : null;
    return {
      ok: false,
      refusal,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

// One after the other: the server sends the next one when it has the answer.
parentPort?.on("message", (question: ThreadQuestion) => {
  void answer(question).then((told) => parentPort?.postMessage(told, told.ok ? [told.bytes] : []));
});
