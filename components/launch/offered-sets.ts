import type { Benchmark } from "#server/contracts/benchmark.ts";
import type { Annotations } from "#server/contracts/housekeeping/annotations.ts";

/** Names of the registered sets that a launch can be on: a deleted one only waits for its end. */
export const offeredSets = ({
  benchmarks,
  kept,
}: {
  benchmarks: readonly Benchmark[];
  kept: Record<string, Annotations>;
}): string[] => benchmarks.filter(({ id }) => kept[id]?.purgeAt === undefined).map(({ name }) => name);
