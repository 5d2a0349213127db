import { join } from "node:path";
import { isServiceError, ServiceError } from "../errors.ts";

/** What the system says where files of another user, or a read-only disk, are in the way. */
const NOT_WRITABLE = /^(EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH)/;
const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)/;
const DAMAGED = /^(SQLITE_NOTADB|SQLITE_CORRUPT)/;

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/**
 * Turns what a data directory may answer at start into the sentence for the person who starts: damaged, newer, full, not
 * theirs. Everything else is passed through, to be seen with its stack.
 */
export function explainStart(error: unknown, dir: string): unknown {
  if (isServiceError(error) || !(error instanceof Error)) return error;
  const [code, causeCode] = [codeOf(error), codeOf(error.cause)];
  if (FULL.test(code) || FULL.test(causeCode))
    return new ServiceError(
      "full",
      `The disk of the data directory ${dir} is full. Nothing is lost: free some space and start again.`,
    );
  if (DAMAGED.test(code) || DAMAGED.test(causeCode))
    return new ServiceError(
      "unavailable",
      `The database ${join(dir, "ablab.db")} is damaged (${error.message}). It was left as it is. Have "npx ablab restore FILE" put a copy from ${join(dir, "backups")} in its place, which keeps the damaged one, or set ABLAB_HOME to another directory.`,
    );
  if (code === "MIGRATION_REFUSED" || code === "COPY_FAILED")
    return new ServiceError("conflict", error.message);
  const elsewhere = "path" in error && typeof error.path === "string" && !error.path.startsWith(dir);
  if (!NOT_WRITABLE.test(code) || elsewhere) return error;
  return new ServiceError(
    "unavailable",
    `Something in the data directory ${dir} cannot be written (${error.message}). It may have been made by another user: give it to this one with chown -R, or set ABLAB_HOME to another directory.`,
  );
}
