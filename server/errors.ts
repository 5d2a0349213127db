/** Codes of everything a service may refuse. A closed list: doors map it, callers compare `code`, never the class. */
export type ServiceErrorCode =
  | "invalid"
  | "not_found"
  | "conflict"
  | "unauthorized"
  | "forbidden"
  | "too_large"
  | "unavailable"
  | "full"
  | "gap"
  | "fenced"
  | "protocol";

/** A refusal written for the person who gets it: what happened, to which thing, what to do. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  /** Field of a form the message belongs to, where there is one. */
  readonly field: string | null;
  readonly details: Record<string, number>;

  constructor(
    code: ServiceErrorCode,
    message: string,
    extra: { field?: string; details?: Record<string, number> } = {},
  ) {
    super(message);
    this.name = "ServiceError";
    this.code = code;
    this.field = extra.field ?? null;
    this.details = extra.details ?? {};
  }
}

/** The same module may be loaded twice in one process, so an error is known by its shape. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === "ServiceError" && "code" in error;
}

/** Points whose bytes are not as they were written; the message says which and what to do. Known by its code, as above. */
export const isDamagedPoints = (error: unknown): error is Error & { code: "DAMAGED_POINTS" } =>
  error instanceof Error && "code" in error && error.code === "DAMAGED_POINTS";

/** Damaged points, and SQLite's own words for a full or read-only disk, become a refusal; everything else is passed through. */
export function explainStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  if (isDamagedPoints(error)) return new ServiceError("unavailable", error.message);
  const code = String(error.code);
  if (code.startsWith("SQLITE_FULL") || code === "ENOSPC") {
    return new ServiceError(
      "full",
      "The disk of the data directory is full. Nothing that was acknowledged is lost; free some space and it goes on by itself.",
    );
  }
  if (code === "DATABASE_GONE" || code === "DATABASE_DAMAGED")
    return new ServiceError("unavailable", error.message);
  if (code.startsWith("SQLITE_READONLY") || code === "EROFS") {
    return new ServiceError(
      "unavailable",
      "The data directory is read-only. Make it writable for this user and try again.",
    );
  }
  return error;
}
