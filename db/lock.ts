import Database from "better-sqlite3";

/**
 * Holds an exclusive lock on a small database file until the returned function is called or the process dies, however
 * it dies. Returns null when somebody else holds it.
 */
export function lockExclusively(path: string): (() => void) | null {
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))
      return null;
    throw error;
  }
}
