import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";

/** A SQLite file that somebody sent: a copy of ours, whose log lies beside it, or its bytes. */
export interface SentDatabase {
  name: string;
  path?: string;
  bytes: Uint8Array;
  wal: Uint8Array | null;
}

/**
 * Works with a file that somebody sent, which is not written. Throws a sentence with the name of the file where SQLite cannot read
 * it.
 */
export function withSentDatabase<T>(file: SentDatabase, work: (client: Database.Database) => T): T {
  const { client, close } = openSentDatabase(file);
  try {
    return work(client);
  } catch (error) {
    throw explained(error, file.name);
  } finally {
    close();
  }
}

/** Opens a file that somebody sent, to read it until it is closed. */
export function openSentDatabase({ name, path, bytes, wal }: SentDatabase): {
  client: Database.Database;
  close(): void;
} {
  const folder = path === undefined ? mkdtempSync(join(tmpdir(), "ablab-sent-")) : null;
  const remove = () => folder !== null && rmSync(folder, { recursive: true, force: true });
  try {
    const copy = path ?? join(folder as string, "sent.db");
    if (folder !== null) {
      writeFileSync(copy, bytes);
      if (wal) writeFileSync(`${copy}-wal`, wal);
    }
    const client = new Database(copy, { fileMustExist: true, readonly: true });
    requireWholePages(client, copy, name);
    // What a file defines itself must not run: a view or a computed column can take for ever.
    client.pragma("trusted_schema = off");
    client.pragma("cell_size_check = on");
    return {
      client,
      close() {
        client.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw explained(error, name);
  }
}

/** SQLite reads what is missing of a last page as zeros. */
function requireWholePages(client: Database.Database, path: string, name: string): void {
  // Asks for a page, so that a file that is none is said to be none.
  client.prepare("select 1 from sqlite_master limit 1").get();
  const pageSize = client.pragma("page_size", { simple: true }) as number;
  if (statSync(path).size % pageSize === 0) return;
  client.close();
  throw new Error(`${name} cannot be read: its last page is cut.`);
}

/** What SQLite says of a file that is none, or is damaged, as a sentence. */
export function explained(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !String(error.code).startsWith("SQLITE_"))
    return error;
  return error.code === "SQLITE_NOTADB"
    ? new Error(`${name} is no SQLite file.`, { cause: error })
    : new Error(`${name} cannot be read: ${error.message}.`, { cause: error });
}

/** Names of the tables of a file; null where SQLite cannot read it. */
export function tablesOfSent(file: SentDatabase): string[] | null {
  try {
    return withSentDatabase(
      file,
      (client) =>
        client
          .prepare("select name from sqlite_master where type in ('table', 'view')")
          .pluck()
          .all() as string[],
    );
  } catch {
    return null;
  }
}

/** Names of the columns of a table; null where there is none. Throws where the file computes it. */
export function storedColumns(
  client: Database.Database,
  name: string,
  table: string,
  what: string,
): string[] | null {
  const stored = client
    .prepare("select type, sql like 'create virtual%' as virtual from sqlite_master where name = ?")
    .get(table) as { type: string; virtual: number } | undefined;
  if (stored === undefined) return null;
  const columns = client.prepare("select name, hidden from pragma_table_xinfo(?)").all(table) as {
    name: string;
    hidden: number;
  }[];
  if (stored.type !== "table" || stored.virtual === 1 || columns.some(({ hidden }) => hidden > 0))
    throw new Error(`${table} of ${name} is computed, not stored, so it is no ${what}.`);
  return columns.map((column) => column.name);
}
