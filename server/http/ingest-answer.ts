import type { IncomingMessage, ServerResponse } from "node:http";
import { BrokenRule } from "../../workers/protocol/points.ts";
import { POINTS } from "../contracts/limits/adapters.ts";
import { isServiceError } from "../errors.ts";
import type { IngestOutcome } from "../services/ingest/commit.ts";

/** Too much is under way; the same request may be sent again. Known by `name`. */
export class TooBusy extends Error {
  constructor() {
    super("Too many points are on their way at this moment; send the same again.");
    this.name = "TooBusy";
  }
}

/** What one request holds in memory. */
export interface Hold {
  readonly owner: string;
  /** False, and nothing is added, where all requests, or those of its owner, would hold too much. */
  add(bytes: number): boolean;
  /** Gives everything back, once; a second call changes nothing. */
  release(): void;
}

/**
 * Keeps what requests hold in memory within limits, bodies and the points read from them: beyond them a sender is asked to come
 * again. No training may take the room of all others.
 */
export function createHolds(
  limit: number = POINTS.allHeld.most,
  limitOfOne: number = POINTS.held.most,
): (owner: string) => Hold {
  let held = 0;
  const heldBy = new Map<string, number>();
  const take = (owner: string, bytes: number) => {
    held += bytes;
    const left = (heldBy.get(owner) ?? 0) + bytes;
    if (left === 0) heldBy.delete(owner);
    else heldBy.set(owner, left);
  };
  return (owner) => {
    let mine = 0;
    return {
      owner,
      add(bytes) {
        if (held + bytes > limit || (heldBy.get(owner) ?? 0) + bytes > limitOfOne) return false;
        take(owner, bytes);
        mine += bytes;
        return true;
      },
      release() {
        take(owner, -mine);
        mine = 0;
      },
    };
  };
}

/** Does a piece of work that needs so much room when it is its owner's turn, and tells how it ended. */
type InTurn = <T>(owner: string, needs: number, work: () => Promise<T>) => Promise<T>;

interface Piece {
  needs: number;
  begin: () => void;
}

/**
 * Lets pieces of work run together as far as `room` reaches, and the others wait; one alone may need more. Owners take
 * turns, one piece each: whoever brings hundreds keeps another waiting for one of them, not for all.
 */
export function createTurns(room: number): InTurn {
  const waiting = new Map<string, Piece[]>();
  let taken = 0;

  /** Begins the oldest piece of the owner who waits longest, and puts that owner behind the others; then the next. */
  function beginSome(): void {
    for (const [owner, pieces] of waiting) {
      const [{ needs, begin }] = pieces;
      // A smaller piece from behind is not let pass, or a large one might wait for ever.
      if (taken > 0 && taken + needs > room) return;
      waiting.delete(owner);
      pieces.shift();
      if (pieces.length > 0) waiting.set(owner, pieces);
      taken += needs;
      begin();
    }
  }

  return async (owner, needs, work) => {
    await new Promise<void>((begin) => {
      const pieces = waiting.get(owner);
      if (pieces) pieces.push({ needs, begin });
      else waiting.set(owner, [{ needs, begin }]);
      beginSome();
    });
    try {
      return await work();
    } finally {
      taken -= needs;
      beginSome();
    }
  };
}

/** How much, and for how long, is let pass by of a body that is not wanted. */
const LINGER_BYTES = 32 * 1024 * 1024;
const LINGER_MS = 2000;

/** Lets the rest of a body pass by and says when it is more than that; what comes back stops the counting. */
function letPass(request: IncomingMessage, onTooMuch: () => void): () => void {
  let passed = 0;
  const count = (chunk: Buffer) => {
    passed += chunk.length;
    if (passed > LINGER_BYTES) onTooMuch();
  };
  request.on("data", count).resume();
  return () => request.off("data", count);
}

/**
 * Answers, but where the connection ends with the answer only after the rest of the body has passed by: a client that is
 * still sending when its connection closes sees a broken pipe and never the reason. One that goes on is cut after so much.
 */
export function whenHeard(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  if (request.complete || request.destroyed) return answer();
  if (response.shouldKeepAlive) {
    letPass(request, () => request.destroy());
    return answer();
  }
  const settle = () => {
    clearTimeout(timer);
    leave();
    request.off("end", settle).off("close", settle);
    answer();
  };
  const timer = setTimeout(settle, LINGER_MS);
  const leave = letPass(request, settle);
  request.once("end", settle).once("close", settle);
}

export const answerWhenHeard = (request: IncomingMessage, response: ServerResponse, answer: Answer): void =>
  whenHeard(request, response, () => sendAnswer(response, answer));

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
