import { parentPort, workerData } from "node:worker_threads";
import { checkDatabase, type CheckDepth } from "#db/copies/check-database.ts";
import { copyDatabase } from "#db/copies/copy-database.ts";
import type { UpgradeStep } from "../contracts/housekeeping/upgrade-step.ts";
import { openDatabase, type UpgradeOrder } from "./open-database.ts";

/** What the thread is told to do. */
export type CareOrder =
  | { kind: "copy"; from: string; to: string; kept: number }
  | { kind: "check"; path: string; depth: CheckDepth; kept: number }
  | ({ kind: "upgrade" } & UpgradeOrder);

/** What came of it: errors lose their codes, and those of their causes, between threads. */
export type CareAnswer =
  { ok: true; result: unknown } | { ok: false; code: string; causeCode: string; message: string };

/** What is said while the work goes on. */
export type CareNews = { step: UpgradeStep };

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

function doWhat(order: CareOrder): unknown {
  switch (order.kind) {
    case "copy":
      return copyDatabase(order.from, order.to, order.kept);
    case "check":
      return checkDatabase(order.path, order.depth, order.kept);
    case "upgrade": {
      const tell = (step: UpgradeStep) => parentPort?.postMessage({ step } satisfies CareNews, []);
      return void openDatabase(order, tell).$client.close();
    }
  }
}

function answer(order: CareOrder): CareAnswer {
  try {
    return { ok: true, result: doWhat(order) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const causeCode = error instanceof Error ? codeOf(error.cause) : "";
    return { ok: false, code: codeOf(error), causeCode, message };
  }
}

parentPort?.postMessage(answer(workerData as CareOrder), []);
