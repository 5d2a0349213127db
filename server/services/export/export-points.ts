import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { pointStore } from "#db/points/open-point-store.ts";
import { selectExportTitle } from "#db/queries/export.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import type { Exported, ExportScope } from "./write-points.ts";
import type { ThreadOrder } from "./write-thread.ts";

/** A finished file; whoever got it removes it. */
export interface ExportedFile extends Exported {
  path: string;
  remove(): void;
}

/** A thread may use this much besides the server; what it holds grows with the series of an attempt and not with points. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** What a scope names, with the name of a saved copy. Throws `not_found`. */
export function findExport(
  ctx: ServiceContext,
  scope: ExportScope,
): { scope: ExportScope; fileName: string } {
  const found = selectExportTitle(ctx.db, scope.kind, scope.id);
  if (!found)
    throw new ServiceError(
      "not_found",
      scope.kind === "runs"
        ? "Not every one of these runs is here; one may have been deleted meanwhile."
        : `There is no ${scope.kind} ${scope.id}.`,
    );
  const name = found.title.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 120);
  return { scope: { kind: scope.kind, id: found.id }, fileName: `${name}.parquet` };
}

function runThread(order: ThreadOrder, signal: AbortSignal): Promise<Exported> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./write-thread.ts", import.meta.url), {
      workerData: order,
      resourceLimits: LIMITS,
    });
    signal.addEventListener("abort", () => void thread.terminate(), { once: true });
    // What came too late is nobody's file: it goes once the thread has ended.
    thread.once("message", (exported: Exported) => !signal.aborted && resolve(exported));
    thread.once("error", reject);
    thread.once("exit", () =>
      reject(new ServiceError("unavailable", "The export was ended before its file was whole.")),
    );
  });
}

/** Exports wait for each other: two at once would double the memory and halve the speed of both. */
let last: Promise<unknown> = Promise.resolve();
let swept = false;

/**
 * Writes the points of a scope into a file beside the database, in a thread with a snapshot of its own: the server goes
 * on answering, and a slow reader of the answer holds nothing open in the database. One export at a time.
 */
export async function exportPoints(
  ctx: ServiceContext,
  scope: ExportScope,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const folder = join(dirname(ctx.db.$client.name), "exports");
  // What a process before this one left behind.
  if (!swept) rmSync(folder, { recursive: true, force: true });
  swept = true;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.parquet`);
  const remove = () => rmSync(path, { force: true });
  const mine = last.then(() => {
    if (signal.aborted) throw new ServiceError("unavailable", "Nobody waits for this export any more.");
    // The thread only reads.
    const isWhole = pointStore(ctx.db).settle(null);
    if (!isWhole)
      throw new ServiceError(
        "full",
        "Nothing can be written to the data directory, and the last points would be missing from the file. Free some space and export again.",
      );
    return runThread({ dbPath: ctx.db.$client.name, scope, file: path }, signal);
  });
  last = mine.catch(() => {});
  try {
    return { ...(await mine), path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
