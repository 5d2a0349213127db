import { createWriteStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { judgeAnswer, judgeFailure, type Outcome, pause, retryDelayMs } from "../retryable.ts";
import { openCalls, readText } from "./open-calls.ts";

export interface AdapterRequest<T> {
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
  once<T>(request: AdapterRequest<T>): Promise<Outcome<T>>;
  /** Tries until the server has answered or the signal is aborted. `make` is called for every try. */
  deliver<T>(make: () => AdapterRequest<T>, signal: AbortSignal): Promise<Settled<T>>;
  /** Streams an answer to `file`, which exists only when it is whole; tried like `deliver`. Its content is not looked at. */
  download(
    from: Pick<AdapterRequest<unknown>, "path" | "token">,
    file: string,
    signal: AbortSignal,
  ): Promise<Settled<null>>;
}

export interface ClientOptions {
  /** A whole request, connection and body included. */
  timeoutMs?: number;
  /** Told once when the server has failed several times in a row, and once when it answers again. */
  onReachable?: (reachable: boolean, why: string) => void;
}

/** A whole input file; the largest are some tens of megabytes. */
const DOWNLOAD_TIMEOUT_MS = 120_000;
/** Failures in a row before a person is told: one lost answer is nothing to read about. */
const TOLD_AFTER = 3;

/**
 * What the worker says to its server, each message with one meaning of its answer. How it is sent is `openCalls`.
 */
export function createClient(
  server: string,
  { timeoutMs = 10_000, onReachable }: ClientOptions = {},
): Client {
  const call = openCalls(server);
  let failures = 0;
  const note = (failure: string | null) => {
    if (failure === null && failures >= TOLD_AFTER) onReachable?.(true, "");
    failures = failure === null ? 0 : failures + 1;
    if (failure !== null && failures === TOLD_AFTER) onReachable?.(false, failure);
  };

  async function once<T>({ path, token, body, answer }: AdapterRequest<T>): Promise<Outcome<T>> {
    let outcome: Outcome<T>;
    try {
      outcome = await call({ path, token, body, timeoutMs }, async (response) =>
        judgeAnswer(response.statusCode ?? 0, await readText(response), answer),
      );
    } catch (error) {
      outcome = judgeFailure(error);
    }
    note(outcome.kind === "retry" ? outcome.why : null);
    return outcome;
  }

  async function deliver<T>(make: () => AdapterRequest<T>, signal: AbortSignal): Promise<Settled<T>> {
    for (let tries = 1; ; tries++) {
      const outcome = await once(make());
      if (outcome.kind !== "retry") return outcome;
      if (signal.aborted) return { kind: "stopped" };
      await pause(retryDelayMs(tries), signal);
    }
  }

  async function downloadOnce(path: string, token: string, file: string): Promise<Outcome<null>> {
    const partial = `${file}.tmp`;
    try {
      const outcome = await call({ path, token, timeoutMs: DOWNLOAD_TIMEOUT_MS }, async (response) => {
        const { statusCode = 0 } = response;
        if (statusCode !== 200) return judgeAnswer(statusCode, await readText(response), z.null());
        await pipeline(response, createWriteStream(partial, { mode: 0o600, flush: true }));
        return null;
      });
      if (outcome !== null) return outcome;
      // A cut answer without a length looks like a whole one; JSON objects end with a brace.
      if ((await lastByte(partial)) !== "}") return { kind: "retry", why: "an answer that was cut" };
      await rename(partial, file);
      return { kind: "ok", data: null, text: "" };
    } catch (error) {
      if (isDiskError(error)) throw error;
      return judgeFailure(error);
    }
  }

  async function download(
    { path, token }: Pick<AdapterRequest<unknown>, "path" | "token">,
    file: string,
    signal: AbortSignal,
  ): Promise<Settled<null>> {
    for (let tries = 1; ; tries++) {
      const outcome = await downloadOnce(path, token, file);
      note(outcome.kind === "retry" ? outcome.why : null);
      if (outcome.kind !== "retry") return outcome;
      if (signal.aborted) return { kind: "stopped" };
      await pause(retryDelayMs(tries), signal);
    }
  }

  return { once, deliver, download };
}

async function lastByte(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A full or unwritable disk: asking the server again does not help. */
function isDiskError(error: unknown): boolean {
  return /^(ENOSPC|EACCES|EROFS|EIO|EDQUOT)$/.test(String((error as NodeJS.ErrnoException)?.code));
}
