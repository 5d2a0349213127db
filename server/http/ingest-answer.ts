import type { ServerResponse } from "node:http";
import { BrokenRule } from "../../workers/protocol/points.ts";
import { isServiceError } from "../errors.ts";
import type { IngestOutcome } from "../services/series/ingest-commit.ts";

/** What matters on an answer that no page shows: it is JSON and nothing else, and nobody keeps it. */
const HEADERS = [
  "content-type",
  "application/json; charset=utf-8",
  "cache-control",
  "no-store",
  "x-content-type-options",
  "nosniff",
  "cross-origin-resource-policy",
  "same-origin",
];

/** What is answered to a request that brings points. */
export interface Answer {
  status: number;
  body: object;
  /** Seconds after which the same may be sent again. */
  retryAfter?: number;
}

/** Answers in one write. */
export function sendAnswer(response: ServerResponse, { status, body, retryAfter }: Answer): void {
  if (response.destroyed) return;
  const text = JSON.stringify(body);
  const headers = [...HEADERS, "content-length", String(Buffer.byteLength(text))];
  if (retryAfter !== undefined) headers.push("retry-after", String(retryAfter));
  response.writeHead(status, headers);
  response.end(text);
}

const TOO_LARGE = new Set(["body_bytes", "gzip_ratio", "points_per_body"]);

function answerToRule({ rule, limit, message }: BrokenRule): Answer {
  const status = TOO_LARGE.has(rule) ? 413 : rule === "content_encoding" ? 415 : 400;
  const error = status === 413 ? "too_large" : "invalid";
  return { status, body: { error, rule, ...(limit !== null && { limit }), message } };
}

/** What is answered where a body was refused, or the server failed on it. */
export function answerToError(error: unknown): Answer {
  const name = error instanceof Error ? error.name : "";
  if (name === "BrokenRule") return answerToRule(error as BrokenRule);
  if (name === "TooBusy")
    return { status: 503, body: { error: "busy", message: (error as Error).message }, retryAfter: 1 };
  if (isServiceError(error) && error.code === "full")
    return { status: 507, body: { error: "full", message: error.message }, retryAfter: 5 };
  if (isServiceError(error) && error.code === "unavailable")
    return { status: 503, body: { error: "busy", message: error.message }, retryAfter: 5 };
  console.error("taking points failed:", error);
  const message = "The server failed on this request; its log says why. Nothing of it is stored.";
  return { status: 500, body: { error: "internal", message } };
}

/** What is answered when the commit has decided. */
export function answerToOutcome(outcome: IngestOutcome, attemptId: string): Answer {
  switch (outcome.kind) {
    case "stored":
      return { status: 200, body: { ackSeq: outcome.ackSeq, stored: outcome.points } };
    case "gap": {
      const { ackSeq } = outcome;
      const message = `Points of this source are stored up to ${ackSeq}; send from ${ackSeq + 1}.`;
      return { status: 409, body: { error: "gap", ackSeq, message } };
    }
    case "ended": {
      const { ackSeq, state } = outcome;
      const message = `Attempt ${attemptId} has ended (${state}); nothing is added to it.`;
      return { status: 409, body: { error: "fenced", ackSeq, message } };
    }
    case "too_many_series": {
      const { limit } = outcome;
      const message = `An attempt has at most ${limit} series (metrics, each with its axis). Name metrics after what they are, not after steps or samples.`;
      return answerToRule(new BrokenRule("series_per_attempt", message, limit));
    }
    case "unknown_attempt":
      return { status: 404, body: { error: "not_found", message: `There is no attempt ${attemptId}.` } };
    case "failed":
      return answerToError(outcome.error);
  }
}
