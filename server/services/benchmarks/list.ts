import { selectBenchmarks, selectPopulations } from "#db/queries/benchmarks.ts";
import type { Benchmark } from "../../contracts/benchmark.ts";
import type { ServiceContext } from "../context.ts";

export interface BenchmarkList {
  benchmarks: Benchmark[];
  /** Sets of problems that runs trained on or were measured on, generated ones included. */
  populations: {
    hash: string;
    name: string;
    source: string;
    n: number;
    relaxed: boolean;
    createdAt: number;
    /** Attempts that trained on it, and that were measured on it as held-out problems. */
    trained: number;
    measured: number;
  }[];
}

export function listBenchmarks(ctx: ServiceContext): BenchmarkList {
  return { benchmarks: selectBenchmarks(ctx.db), populations: selectPopulations(ctx.db) };
}
