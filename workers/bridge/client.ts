import type { z } from "zod";
import { pause } from "./pause.ts";
import { judgeAnswer, judgeFailure, retryDelayMs } from "./retryable.ts";
import type { Outcome } from "./retryable.ts";

export interface WireRequest<T> {
  /** Path below /api/worker, without a leading slash. */
  path: string;
  token: string;
  /** JSON text of a POST; a request without it is a GET. */
  body?: string;
  answer: z.ZodType<T>;
}

/** An outcome after all tries: `stopped` means that the caller's signal ended the trying. */
export type Settled<T> = Exclude<Outcome<T>, { kind: "retry" }> | { kind: "stopped" };

export interface Client {
  /** One try. */
  once<T>(request: WireRequest<T>): Promise<Outcome<T>>;
  /** Tries until the server has answered or the signal is aborted. `make` is called for every try. */
  deliver<T>(make: () => WireRequest<T>, signal: AbortSignal): Promise<Settled<T>>;
}

export interface ClientOptions {
  /** A whole request, connection and body included. */
  timeoutMs?: number;
  /** Told once when the server has failed several times in a row, and once when it answers again. */
  onReachable?: (reachable: boolean, why: string) => void;
}

/** Failures in a row before a person is told: one lost answer is nothing to read about. */
const TOLD_AFTER = 3;

/**
 * The only place that calls out. Connections are kept alive by fetch; redirects are refused, because a token must not
 * follow one.
 */
export function createClient(
  server: string,
  { timeoutMs = 10_000, onReachable }: ClientOptions = {},
): Client {
  let failures = 0;
  const note = (failure: string | null) => {
    if (failure === null && failures >= TOLD_AFTER) onReachable?.(true, "");
    failures = failure === null ? 0 : failures + 1;
    if (failure !== null && failures === TOLD_AFTER) onReachable?.(false, failure);
  };

  async function once<T>({ path, token, body, answer }: WireRequest<T>): Promise<Outcome<T>> {
    let outcome: Outcome<T>;
    try {
      const response = await fetch(`${server}/api/worker/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      outcome = judgeAnswer(response.status, await response.text(), answer);
    } catch (error) {
      outcome = judgeFailure(error);
    }
    note(outcome.kind === "retry" ? outcome.why : null);
    return outcome;
  }

  async function deliver<T>(make: () => WireRequest<T>, signal: AbortSignal): Promise<Settled<T>> {
    for (let tries = 1; ; tries++) {
      const outcome = await once(make());
      if (outcome.kind !== "retry") return outcome;
      if (signal.aborted) return { kind: "stopped" };
      await pause(retryDelayMs(tries), signal);
    }
  }

  return { once, deliver };
}
