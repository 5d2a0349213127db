import { parentPort, workerData } from "node:worker_threads";
import { checkDatabase, type CheckDepth } from "#db/copies/check-database.ts";
import { copyDatabase } from "#db/copies/copy-database.ts";

/** What the thread is told to do. */
export type CareOrder =
  | { kind: "copy"; from: string; to: string; kept: number }
  | { kind: "check"; path: string; depth: CheckDepth; kept: number };

/** What came of it: errors lose their codes between threads. */
export type CareAnswer = { ok: true; result: unknown } | { ok: false; code: string; message: string };

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error
    ? String(error.code)
    : error instanceof Error && error.cause !== undefined
      ? codeOf(error.cause)
      : "";

function answer(order: CareOrder): CareAnswer {
  try {
    const result =
      order.kind === "copy"
        ? copyDatabase(order.from, order.to, order.kept)
        : checkDatabase(order.path, order.depth, order.kept);
    return { ok: true, result };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, code: codeOf(error), message };
  }
}

parentPort?.postMessage(answer(workerData as CareOrder), []);
