import { insertBenchmark, insertProblems } from "#db/queries/benchmarks.ts";
import type { ProblemFile } from "../../../workers/protocol/problem-file.ts";
import type { Benchmark } from "../../contracts/benchmark.ts";
import { topics } from "../../contracts/live.ts";
import type { ModelSize } from "../../importers/importer.ts";
import type { WriteScope } from "../context.ts";

/** Stores a benchmark with all its problems. Name and content must be new. */
export function storeBenchmark(
  scope: WriteScope,
  benchmark: Benchmark,
  { problems }: ProblemFile,
  sizes: readonly ModelSize[],
): void {
  insertProblems(
    scope.db,
    problems.map((p, i) => ({
      hash: p.hash,
      type: p.type,
      level: p.level,
      ...sizes[i],
      faults: p.roots.length,
    })),
    "read",
  );
  insertBenchmark(
    scope.db,
    benchmark,
    problems.map((p, idx) => ({
      idx,
      key: p.key,
      problemHash: p.hash,
      mps: p.mps,
      roots: p.roots,
      injected: p.injected,
      originalObjective: p.originalObjective,
    })),
  );
  scope.touch(topics.benchmarks);
}
