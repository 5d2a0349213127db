import { selectAttempt } from "#db/queries/attempts.ts";
import { selectLogBytes } from "#db/queries/logs.ts";
import { selectRun } from "#db/queries/runs.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

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
