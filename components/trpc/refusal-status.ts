/** The refusals of a procedure as the process that serves the page throws them, with the HTTP status that a browser gets. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
};

interface Refusal {
  data?: { httpStatus?: number };
  code?: unknown;
}

/** The HTTP status of what a question failed with, in a browser or in the process that serves the page; null where it has none. */
export function refusalStatus(error: unknown): number | null {
  const { data, code } = (error ?? {}) as Refusal;
  return data?.httpStatus ?? (typeof code === "string" ? (STATUS_OF_CODE[code] ?? null) : null);
}

/**
 * Whether the thing that an address names is not there. An id that could be none, which a schema refuses, names nothing either;
 * what else a schema refuses does not say so.
 */
export function isMissing(error: unknown): boolean {
  const status = refusalStatus(error);
  if (status !== 400) return status === 404;
  const { cause, data } = error as {
    cause?: { issues?: { path: PropertyKey[] }[] };
    data?: { field?: unknown };
  };
  const fields = cause?.issues?.map(({ path }) => path.join(".")) ?? [data?.field];
  return fields.length > 0 && fields.every((field) => field === "id" || field === "evaluationId");
}
