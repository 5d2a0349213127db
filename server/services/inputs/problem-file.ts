import { type BenchmarkRecord, selectBenchmarkProblems } from "#db/queries/benchmarks.ts";
import type { ProblemFile } from "../../../workers/protocol/problem-file.ts";
import type { ServiceContext } from "../context.ts";

/** The problems of a registered benchmark as a trainer reads them. */
export function problemFileOf(ctx: ServiceContext, benchmark: BenchmarkRecord): ProblemFile {
  return {
    name: benchmark.name,
    hash: benchmark.hash,
    problems: selectBenchmarkProblems(ctx.db, benchmark.id).map(({ problem, type, level }) => ({
      key: problem.key,
      hash: problem.problemHash,
      type,
      level,
      mps: problem.mps,
      roots: problem.roots,
      injected: problem.injected,
      originalObjective: problem.originalObjective,
    })),
  };
}
