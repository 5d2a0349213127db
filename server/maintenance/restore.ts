import { join, resolve } from "node:path";
import { fileMoment } from "#db/copies/copy-database.ts";
import { restoreDatabase, type RestoredDatabase } from "#db/copies/restore-database.ts";
import { ServiceError } from "../errors.ts";

const CODES = new Set(["RESTORE_REFUSED"]);

/** Puts a backup in the place of the database of a data directory whose lock the caller holds. Throws a sentence. */
export function restore(file: string, homeDir: string, now: number): RestoredDatabase {
  try {
    const kept = join(homeDir, "backups", `replaced-${fileMoment(now)}`);
    return restoreDatabase(resolve(file), join(homeDir, "ablab.db"), kept);
  } catch (error) {
    if (error instanceof Error && "code" in error && CODES.has(String(error.code)))
      throw new ServiceError("invalid", error.message);
    throw error;
  }
}
