import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { isServiceError, type ServiceErrorCode } from "../errors.ts";
import type { Doors, ServiceContext } from "../services/context.ts";
import { maskInput } from "../services/secrets/mask-input.ts";
import { explainFailure } from "../services/storage.ts";
import { refusalWords } from "./refusal-words.ts";

z.config({ customError: refusalWords });

/** What every procedure gets: the service context of this caller, and doors that only the process can open. */
export interface RouterContext {
  services: ServiceContext;
  doors: Doors;
}

interface ProcedureMeta {
  /** Who may call. There is one kind of caller; every procedure is made from `memberProcedure`, which names it. */
  auth: "member";
}

const CODES: Record<ServiceErrorCode, TRPCError["code"]> = {
  invalid: "BAD_REQUEST",
  not_found: "NOT_FOUND",
  conflict: "CONFLICT",
  unauthorized: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  too_large: "PAYLOAD_TOO_LARGE",
  unavailable: "SERVICE_UNAVAILABLE",
  full: "SERVICE_UNAVAILABLE",
  gap: "CONFLICT",
  fenced: "CONFLICT",
  protocol: "PRECONDITION_FAILED",
};

interface ZodLike {
  issues: { path: PropertyKey[]; message: string }[];
}
const isZodError = (error: unknown): error is Error & ZodLike =>
  error instanceof Error && "issues" in error && Array.isArray(error.issues);

const t = initTRPC
  .context<RouterContext>()
  .meta<ProcedureMeta>()
  .create({
    sse: { ping: { enabled: true, intervalMs: 5000 }, client: { reconnectAfterInactivityMs: 15_000 } },
    errorFormatter({ shape, error }) {
      const cause = error.cause;
      if (isZodError(cause)) {
        const [issue] = cause.issues;
        const field = issue.path.length > 0 ? issue.path.map(String).join(".") : null;
        return {
          ...shape,
          message: issue.message,
          data: { ...shape.data, stack: undefined, reason: "invalid" as const, field },
        };
      }
      const known = isServiceError(cause) ? cause : null;
      const message =
        known || error.code !== "INTERNAL_SERVER_ERROR"
          ? shape.message
          : "The server failed on this request; its log says why.";
      return {
        ...shape,
        message,
        data: { ...shape.data, stack: undefined, reason: known?.code ?? null, field: known?.field ?? null },
      };
    },
  });

/** Maps a service's refusal to its code, once, here. */
const mapErrors = t.middleware(async ({ ctx, next }) => {
  const result = await next();
  const cause = result.ok ? null : explainFailure(ctx.services, result.error.cause);
  if (isServiceError(cause)) throw new TRPCError({ code: CODES[cause.code], message: cause.message, cause });
  return result;
});

/** What changes something gets its input without secrets, before its schema reads it. */
const maskSecrets = t.middleware(({ type, path, getRawInput, next }) =>
  type === "mutation" ? next({ getRawInput: async () => maskInput(path, await getRawInput()) }) : next(),
);

export const router = t.router;
/** A procedure for people: a browser session or the operator token. The gate has checked which. */
export const memberProcedure = t.procedure.meta({ auth: "member" }).use(mapErrors).use(maskSecrets);
