import type { SentDatabase } from "#db/foreign/sent-database.ts";
import { besideOf, ImportError, ownName } from "./reader.ts";
import { headOf, type SentFile } from "./sent-file.ts";

const SQLITE = "SQLite format 3\0";

/** Whether a file says that it is a SQLite database. */
export const isSqlite = (file: SentFile): boolean =>
  /\.(db|sqlite3?)$/i.test(file.name) && new TextDecoder("latin1").decode(headOf(file, 16)) === SQLITE;

/** A file with the log that was sent beside it; bytes are read only of one that lies nowhere. */
export function sentDatabase(file: SentFile, beside: readonly SentFile[]): SentDatabase {
  const { name, path } = file;
  const log = besideOf(file, beside, `${ownName(name)}-wal`);
  return path === undefined
    ? { name, bytes: file.bytes, wal: log?.bytes ?? null }
    : { name, path, bytes: new Uint8Array(), wal: null };
}

/** Does what reads a database; what SQLite says of a broken one refuses the import. */
export function refusedBySqlite<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ImportError || !(error instanceof Error)) throw error;
    throw new ImportError(`${error.message} Nothing was imported.`, { cause: error });
  }
}
