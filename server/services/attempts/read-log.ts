import { selectAttempt } from "#db/queries/attempts.ts";
import { selectLogBytes } from "#db/queries/logs.ts";
import type { LogInput, LogSlice } from "../../contracts/run.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { selectRun } from "#db/queries/runs.ts";

export interface OpenLog {
  /** Name for a saved copy; only letters, digits, dot, dash and underscore. */
  fileName: string;
  size: number;
  /** Bytes [from, to) as they came. */
  read(from: number, to: number): Buffer;
}

/** The whole log of an attempt, to be read in slices. */
export function openLog(ctx: ServiceContext, attemptId: string): OpenLog {
  const attempt = selectAttempt(ctx.db, attemptId);
  const run = attempt && selectRun(ctx.db, attempt.runId);
  if (!attempt || !run) throw new ServiceError("not_found", "There is no such log.");
  return {
    fileName: `${run.name}-attempt${attempt.n}`.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 120) + ".log",
    size: attempt.logSize,
    read: (from, to) => selectLogBytes(ctx.db, attempt.id, from, to),
  };
}

/**
 * A slice of a log as text. Offsets count bytes; the slice begins after a line break (unless it begins the log) so that
 * no character is cut. Bytes that are not UTF-8 become the replacement character.
 */
export function readLog(ctx: ServiceContext, input: LogInput): LogSlice {
  const attempt = selectAttempt(ctx.db, input.attemptId);
  if (!attempt) throw new ServiceError("not_found", `There is no attempt ${input.attemptId}.`);
  const size = attempt.logSize;
  const from = Math.min(input.from ?? Math.max(0, size - input.maxBytes), size);
  const bytes = selectLogBytes(ctx.db, attempt.id, from, Math.min(size, from + input.maxBytes));
  const cutsLine = input.from === null && from > 0;
  const skip = cutsLine ? bytes.indexOf(10) + 1 : 0;
  return { from: from + skip, to: from + bytes.length, size, text: bytes.subarray(skip).toString("utf8") };
}
