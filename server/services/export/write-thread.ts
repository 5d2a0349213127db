import { closeSync, openSync, writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { openSnapshot } from "#db/read-snapshot.ts";
import { writePoints, type ExportScope } from "./write-points.ts";

/** What the thread is told: the database, what of it, and the new file to write. */
export interface ThreadOrder {
  dbPath: string;
  scope: ExportScope;
  file: string;
}

/** Writes all of `bytes`; the system may take less at once. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
}

const { dbPath, scope, file } = workerData as ThreadOrder;
const snapshot = openSnapshot(dbPath);
const fd = openSync(file, "wx", 0o600);
try {
  const exported = writePoints(snapshot.db, scope, (bytes) => writeAll(fd, bytes));
  parentPort?.postMessage(exported, []);
} finally {
  closeSync(fd);
  snapshot.close();
}
