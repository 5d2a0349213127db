import { selectBenchmarks, selectPopulations } from "#db/queries/benchmarks.ts";
import { RECIPES } from "../../../workers/recipes/catalog.ts";
import type { Benchmark } from "../../contracts/benchmark.ts";
import type { Annotations } from "../../contracts/housekeeping/annotations.ts";
import type { ServiceContext } from "../context.ts";
import { annotationsOf } from "../annotations/read.ts";

export interface BenchmarkList {
  /** The recipe that makes a set out of nothing. */
  maker: string | null;
  /** Pinned ones first, then the newest. */
  benchmarks: Benchmark[];
  /** What people noted of them, by id. */
  kept: Record<string, Annotations>;
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
  const maker = RECIPES.find(({ outputs, inputs }) => outputs.includes("problems") && inputs.length === 0);
  const found = selectBenchmarks(ctx.db);
  const kept = annotationsOf(
    ctx,
    found.map(({ id }) => id),
  );
  return {
    maker: maker?.slug ?? null,
    benchmarks: found.toSorted((a, b) => Number(kept[b.id].pinned) - Number(kept[a.id].pinned)),
    kept,
    populations: selectPopulations(ctx.db),
  };
}
