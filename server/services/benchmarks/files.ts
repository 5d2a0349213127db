import { selectBenchmark, type BenchmarkRecord } from "#db/queries/benchmarks.ts";
import type { BenchmarkFilesInput } from "../../contracts/benchmark.ts";
import { ServiceError } from "../../errors.ts";
import { tarOf } from "../../importers/or-debug-bench/tar.ts";
import { writeDataset } from "../../importers/or-debug-bench/write.ts";
import type { ServiceContext } from "../context.ts";
import { inTurns } from "../in-turns.ts";
import { problemFileOf } from "../inputs/problem-file.ts";

type Files = { name: string; text: string }[];

function requireBenchmark(ctx: ServiceContext, id: string): BenchmarkRecord {
  const benchmark = selectBenchmark(ctx.db, id);
  if (!benchmark) throw new ServiceError("not_found", `There is no benchmark ${id.slice(0, 60)}.`);
  return benchmark;
}

const filesOf = (ctx: ServiceContext, benchmark: BenchmarkRecord): Promise<Files> =>
  inTurns(writeDataset(problemFileOf(ctx, benchmark)));

/** A registered set as the files of a folder that can be registered again. */
export async function benchmarkFiles(ctx: ServiceContext, { id }: BenchmarkFilesInput): Promise<Files> {
  return filesOf(ctx, requireBenchmark(ctx, id));
}

/** The same as one archive, `.tar` in parts, that unpacks to a folder of the set's name. */
export async function benchmarkArchive(
  ctx: ServiceContext,
  id: string,
): Promise<{ folder: string; parts: Iterable<Buffer> }> {
  const benchmark = requireBenchmark(ctx, id);
  const folder = benchmark.name.replaceAll(/[^A-Za-z0-9._-]+/g, "_").slice(0, 120);
  return { folder, parts: tarOf(folder, await filesOf(ctx, benchmark), benchmark.createdAt) };
}
