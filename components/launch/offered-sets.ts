import type { Benchmark } from "#server/contracts/benchmark.ts";
import type { Kept } from "#server/contracts/housekeeping/keeping.ts";

/** Names of the registered sets that a launch can be on: a deleted one only waits for its end. */
export const offeredSets = ({
  benchmarks,
  kept,
}: {
  benchmarks: readonly Benchmark[];
  kept: Record<string, Kept>;
}): string[] => benchmarks.filter(({ id }) => kept[id]?.goesAt === undefined).map(({ name }) => name);
