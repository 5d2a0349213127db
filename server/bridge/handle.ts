import type { z } from "zod";
import { ContentMessage, FilesMessage } from "../../workers/protocol/attempts/files.ts";
import {
  ClaimMessage,
  EventsMessage,
  FinishMessage,
  HeartbeatMessage,
  LogsMessage,
  RegisterMessage,
  StartMessage,
  type AdapterError,
} from "../../workers/protocol/messages.ts";
import { isServiceError, type ServiceErrorCode } from "../errors.ts";
import { appendLog } from "../services/attempts/append-log.ts";
import { recordContent, recordFiles } from "../services/attempts/again/files.ts";
import { claimAttempt } from "../services/attempts/claim.ts";
import { finishAttempt } from "../services/attempts/finish.ts";
import { heartbeatAttempt } from "../services/attempts/heartbeat.ts";
import { recordEventsInTurns } from "../services/attempts/record-events.ts";
import { startAttempt } from "../services/attempts/start.ts";
import { problemFileForAttempt } from "../services/benchmarks/problem-file.ts";
import type { ServiceContext } from "../services/context.ts";
import { inputFileForAttempt } from "../services/inputs/input-file.ts";
import { findWorkerByToken } from "../services/workers/identify.ts";
import { registerWorker } from "../services/workers/register.ts";
import { explainFailure } from "../services/storage.ts";
import { maskContent, maskEvents, maskFiles, maskFinish, maskRegister, maskStart } from "./mask-messages.ts";

/** What the gate already knows of the caller. */
export type BridgeCaller =
  { kind: "worker-admission" } | { kind: "worker"; token: string } | { kind: "attempt"; attemptId: string };

export interface BridgeRequest {
  method: string;
  path: string;
  /** Parsed JSON body; undefined for GET. */
  body: unknown;
  caller: BridgeCaller;
}

export interface BridgeAnswer {
  status: number;
  body: unknown;
}

type AttemptVerb = (ctx: ServiceContext, attemptId: string, body: unknown) => unknown;

function verb<S extends z.ZodType>(
  schema: S,
  run: (ctx: ServiceContext, attemptId: string, message: z.output<S>) => unknown,
  mask: (message: z.output<S>) => z.output<S> = (message) => message,
): AttemptVerb {
  return (ctx, attemptId, body) => run(ctx, attemptId, mask(schema.parse(body)));
}

const ATTEMPT_VERBS: Record<string, AttemptVerb> = {
  start: verb(StartMessage, startAttempt, maskStart),
  events: verb(EventsMessage, recordEventsInTurns, maskEvents),
  // Masked where it is stored: a secret may come in two pieces.
  logs: verb(LogsMessage, appendLog),
  files: verb(FilesMessage, recordFiles, maskFiles),
  content: verb(ContentMessage, recordContent, maskContent),
  heartbeat: verb(HeartbeatMessage, heartbeatAttempt),
  finish: verb(FinishMessage, finishAttempt, maskFinish),
};

const STATUS: Record<ServiceErrorCode, { status: number; error: AdapterError["error"] }> = {
  invalid: { status: 400, error: "invalid" },
  not_found: { status: 404, error: "not_found" },
  conflict: { status: 409, error: "invalid" },
  unauthorized: { status: 401, error: "unauthorized" },
  forbidden: { status: 403, error: "forbidden" },
  too_large: { status: 413, error: "too_large" },
  unavailable: { status: 503, error: "busy" },
  full: { status: 507, error: "full" },
  gap: { status: 409, error: "gap" },
  fenced: { status: 409, error: "fenced" },
  protocol: { status: 426, error: "protocol" },
};

function adapterError(ctx: ServiceContext, thrown: unknown): BridgeAnswer {
  const error = explainFailure(ctx, thrown);
  if (isServiceError(error)) {
    const { status, error: code } = STATUS[error.code];
    const body: AdapterError = { error: code, message: error.message, ...error.details };
    return { status, body };
  }
  if (error instanceof Error && error.name === "ZodError" && "issues" in error) {
    const [issue] = error.issues as { path: PropertyKey[]; message: string }[];
    return {
      status: 400,
      body: {
        error: "invalid",
        message: `${issue.path.join(".") || "body"}: ${issue.message}`,
      } satisfies AdapterError,
    };
  }
  console.error("worker request failed:", error);
  return {
    status: 500,
    body: {
      error: "internal",
      message: "The server failed on this request; its log says why.",
    } satisfies AdapterError,
  };
}

const notFound: BridgeAnswer = {
  status: 404,
  body: { error: "not_found", message: "There is no such worker route." } satisfies AdapterError,
};

async function dispatch(
  ctx: ServiceContext,
  { method, path, body, caller }: BridgeRequest,
): Promise<BridgeAnswer> {
  const route =
    /^\/api\/worker\/(?:(register|claim)|attempts\/([^/]+)\/([a-z]+)(?:\/([a-z0-9_]+))?|benchmarks\/([0-9a-f]{64}))$/.exec(
      path,
    );
  if (!route) return notFound;
  const [, top, attemptId, name, slot, benchmarkHash] = route;
  if (method === "GET") {
    if (caller.kind !== "attempt") return notFound;
    const asAttempt: ServiceContext = { ...ctx, actor: { kind: "attempt", attemptId: caller.attemptId } };
    if (benchmarkHash !== undefined)
      return { status: 200, body: problemFileForAttempt(asAttempt, benchmarkHash) };
    if (name !== "inputs" || slot === undefined || attemptId !== caller.attemptId) return notFound;
    return { status: 200, body: inputFileForAttempt(asAttempt, slot) };
  }
  if (top === "register" && caller.kind === "worker-admission") {
    const admitting: ServiceContext = { ...ctx, actor: { kind: "system", name: "register" } };
    return { status: 200, body: registerWorker(admitting, maskRegister(RegisterMessage.parse(body))) };
  }
  if (top === "claim" && caller.kind === "worker") {
    const worker = findWorkerByToken(ctx, caller.token);
    if (!worker)
      return {
        status: 401,
        body: { error: "unauthorized", message: "Register again." } satisfies AdapterError,
      };
    return {
      status: 200,
      body: claimAttempt(
        { ...ctx, actor: { kind: "worker", workerId: worker.id } },
        worker,
        ClaimMessage.parse(body),
      ),
    };
  }
  const run = name === undefined || slot !== undefined ? undefined : ATTEMPT_VERBS[name];
  if (!run || caller.kind !== "attempt") return notFound;
  const asAttempt: ServiceContext = { ...ctx, actor: { kind: "attempt", attemptId: caller.attemptId } };
  return { status: 200, body: await run(asAttempt, attemptId, body) };
}

/** One worker request: parse by the protocol's schema, call the verb, answer with its result or a wire error. */
export async function handleBridgeRequest(
  ctx: ServiceContext,
  request: BridgeRequest,
): Promise<BridgeAnswer> {
  try {
    return await dispatch(ctx, request);
  } catch (error) {
    return adapterError(ctx, error);
  }
}
