import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";

const Holder = z.object({ pid: z.number().int().positive(), server: z.string() });

/**
 * Process of the worker that holds a data directory and works for this server: one that outlived an earlier server. The
 * number in worker.json counts only while the kernel's lock is held, because a number alone may belong to anybody by now.
 */
export function workerFromBefore(home: string, serverUrl: string): number | null {
  const holder = readHolder(join(home, "worker.json"));
  if (holder?.server !== serverUrl || !isHeld(join(home, "worker-lock.db"))) return null;
  return holder.pid;
}

function readHolder(file: string): z.infer<typeof Holder> | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function isHeld(lockFile: string): boolean {
  if (!existsSync(lockFile)) return false;
  const database = new DatabaseSync(lockFile);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return false;
  } catch (error) {
    return /locked|busy/.test(error instanceof Error ? error.message : "");
  } finally {
    database.close();
  }
}
