import { selectBenchmark } from "#db/queries/benchmarks.ts";
import type { BenchmarkFilesInput } from "../../contracts/benchmark.ts";
import { ServiceError } from "../../errors.ts";
import { writeDataset } from "../../importers/or-debug-bench/write.ts";
import type { ServiceContext } from "../context.ts";
import { problemFileOf } from "../inputs/problem-file.ts";

/** A registered set as the files of a folder that can be registered again. */
export function benchmarkFiles(
  ctx: ServiceContext,
  { id }: BenchmarkFilesInput,
): { name: string; text: string }[] {
  const benchmark = selectBenchmark(ctx.db, id);
  if (!benchmark) throw new ServiceError("not_found", `There is no benchmark ${id}.`);
  return writeDataset(problemFileOf(ctx, benchmark));
}
