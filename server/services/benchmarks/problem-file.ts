import { selectAttempt } from "#db/queries/attempts.ts";
import { selectBenchmarkByHash } from "#db/queries/benchmarks.ts";
import { selectRun } from "#db/queries/runs.ts";
import type { ProblemFile } from "../../../workers/protocol/problem-file.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";
import { problemFileOf } from "../inputs/problem-file.ts";
import { problemRuns } from "../inputs/resolve.ts";

/** The problems of a registered benchmark as a trainer reads them; an attempt may only read those its run or its inputs use. */
export function problemFileForAttempt(ctx: ServiceContext, hash: string): ProblemFile {
  const attempt = ctx.actor.kind === "attempt" ? selectAttempt(ctx.db, ctx.actor.attemptId) : undefined;
  const run = attempt && selectRun(ctx.db, attempt.runId);
  if (!run || !problemRuns(ctx.db, run).some((r) => r.benchmarkHash === hash))
    throw new ServiceError("forbidden", "This run does not use that benchmark.");
  const benchmark = selectBenchmarkByHash(ctx.db, hash);
  if (!benchmark) throw new ServiceError("not_found", "That benchmark is no longer registered.");
  return problemFileOf(ctx, benchmark);
}
