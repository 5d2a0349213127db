import type { z } from "zod";
import { AdapterError } from "../protocol/messages.ts";

/**
 * Resolves after `ms`, or at once when one of the signals is aborted. It never rejects: callers look at the signal to
 * see why they were woken.
 */
export function pause(ms: number, ...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const signal of signals) {
      if (signal.aborted) done();
      else signal.addEventListener("abort", done, { once: true });
    }
  });
}

/** What one request came to. Everything but `retry` is final for the request as it was sent. */
export type Outcome<T> =
  | { kind: "ok"; data: T; text: string }
  /** Nothing was learned: the same request is sent again. */
  | { kind: "retry"; why: string }
  /** The server has other events than we think: go on after `ackSeq`. */
  | { kind: "gap"; ackSeq: number }
  /** The server has another log size than we think: go on at `size`. */
  | { kind: "offset"; size: number }
  /** Another owner has the attempt: stop sending, leave the process. Where it was marked as lost, the process is to end. */
  | { kind: "fenced"; message: string; deadSince?: number }
  /** The token is not, or no longer, valid. */
  | { kind: "unauthorized"; message: string }
  /** The server understood and says no. */
  | { kind: "refused"; error: AdapterError["error"]; message: string };

/**
 * Judges an answer. 408, 425, 429, 5xx and every body that is not of the wire are retried: half an answer, or the error
 * page of a proxy, says nothing about what the server thinks. Of the 409s `gap` and `fenced` have a meaning of their own;
 * other 4xx with a wire body are final.
 */
export function judgeAnswer<T>(status: number, text: string, schema: z.ZodType<T>): Outcome<T> {
  const body = decode(text);
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return { kind: "ok", data: parsed.data, text };
    return { kind: "retry", why: `an answer that cannot be read (${firstIssue(parsed.error)})` };
  }
  const refusal = AdapterError.safeParse(body).data;
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: "retry", why: refusal?.message ?? `status ${status}` };
  if (!refusal) return { kind: "retry", why: `status ${status} with a body that is not of this wire` };
  return judgeRefusal(status, refusal);
}

function judgeRefusal(status: number, refusal: AdapterError): Outcome<never> {
  const { error, message, ackSeq, size, deadSince } = refusal;
  if (error === "fenced") return { kind: "fenced", message, ...(deadSince !== undefined && { deadSince }) };
  if (error === "gap" && ackSeq !== undefined) return { kind: "gap", ackSeq };
  if (error === "gap" && size !== undefined) return { kind: "offset", size };
  if (error === "busy" || error === "internal") return { kind: "retry", why: message };
  if (status === 401) return { kind: "unauthorized", message };
  return { kind: "refused", error, message };
}

/** Judges a request that got no answer: refused or broken connections, unknown hosts, time-outs. */
export function judgeFailure(failure: unknown): Outcome<never> {
  const error = failure instanceof Error ? failure : new Error(String(failure));
  const cause = error.cause instanceof Error ? error.cause : error;
  return { kind: "retry", why: (cause as NodeJS.ErrnoException).code ?? cause.message };
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;

/** How long to wait before try number `tries` + 1; doubles from 100 ms and stays at 2 s. */
export function retryDelayMs(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(Math.max(0, tries - 1), 10));
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message;
}
