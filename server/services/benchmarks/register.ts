import {
  type BenchmarkRecord,
  selectBenchmarkByHash,
  selectBenchmarkByName,
  selectBenchmarks,
} from "#db/queries/benchmarks.ts";
import type { Benchmark, RegisterBenchmarkInput } from "../../contracts/benchmark.ts";
import { ServiceError } from "../../errors.ts";
import { BENCHMARK_IMPORTERS, findBenchmarkImporter } from "../../importers/index.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { keep } from "../annotations/annotate.ts";
import { annotationsByIds } from "../annotations/read.ts";
import { nothingStaged } from "../staging.ts";
import { newId } from "../hashing.ts";
import { storeBenchmark } from "./store-benchmark.ts";
import { countOf, writeCount } from "../../wording/counts.ts";

const NAMED = 8;

const isDeleted = (ctx: ServiceContext, set: BenchmarkRecord | undefined): set is BenchmarkRecord =>
  set !== undefined && annotationsByIds(ctx, [set.id]).get(set.id)?.purgeAt !== undefined;

/** A set that was deleted and is not gone yet stands in nobody's way: the same problems bring it back, others get its name. */
function makeRoom(ctx: ServiceContext, name: string, hash: string): void {
  const same = selectBenchmarkByHash(ctx.db, hash);
  const namesake = selectBenchmarkByName(ctx.db, name);
  if (isDeleted(ctx, namesake) && namesake.name === name && namesake.hash !== hash) {
    const taken = new Set(selectBenchmarks(ctx.db).map((set) => set.name));
    let other = `${name} (deleted)`;
    for (let k = 2; taken.has(other); k++) other = `${name} (deleted ${k})`;
    keep(ctx, { changes: [{ id: namesake.id, nameWas: name, name: other }] });
  }
  if (!isDeleted(ctx, same)) return;
  const renamed = same.name === name ? {} : { nameWas: same.name, name };
  keep(ctx, { changes: [{ id: same.id, deleted: false, archived: false, ...renamed }] });
}

/**
 * Registers an uploaded folder. Everything is read and proven first; then the benchmark with all its problems is stored
 * in one transaction, or nothing is. Single bad problems are skipped and stay listed with their reasons. The same problems
 * under the same name again change nothing.
 */
export async function registerBenchmark(
  ctx: ServiceContext,
  input: RegisterBenchmarkInput,
): Promise<Benchmark> {
  const files = ctx.staging.take(input.stagingId);
  if (!files) throw nothingStaged("Choose the folder again.");
  const importer = findBenchmarkImporter(files.map((f) => f.name));
  if (!importer) {
    const expected = BENCHMARK_IMPORTERS.map((i) => `${i.title}: ${i.expects}`).join(" ");
    throw new ServiceError(
      "invalid",
      `This folder (${countOf(files.length, "file")}) is no benchmark Ablab knows. ${expected}`,
    );
  }
  const read = await importer.parse(files);
  if (!read.problemFile) {
    const reasons = read.refusals
      .slice(0, NAMED)
      .map(
        (r) =>
          `${r.file}${r.line === null ? "" : ` line ${r.line}`}${r.problem === null ? "" : ` (${r.problem})`}: ${r.reason}`,
      );
    const more = read.refusals.length > NAMED ? ` And ${writeCount(read.refusals.length - NAMED)} more.` : "";
    throw new ServiceError(
      "invalid",
      `The folder was refused, nothing was registered. ${reasons.join(" ")}${more}`,
    );
  }
  const { problemFile, summary, refusals, sizes } = read;
  makeRoom(ctx, input.name, problemFile.hash);
  const { name: _name, ...counts } = summary;
  return commit(ctx, (scope) => {
    const twin = selectBenchmarkByHash(scope.db, problemFile.hash);
    if (twin?.name === input.name) return twin;
    if (twin)
      throw new ServiceError("conflict", `The same problems are already registered as "${twin.name}".`, {
        field: "name",
      });
    const namesake = selectBenchmarkByName(scope.db, input.name);
    // One that was called so before a deleted one gave its name away is no hindrance.
    if (namesake && (namesake.name === input.name || !isDeleted(ctx, namesake)))
      throw new ServiceError(
        "conflict",
        `There is already a benchmark named "${input.name}", with other problems. Choose another name.`,
        { field: "name" },
      );
    const benchmark: Benchmark = {
      id: newId("benchmark"),
      name: input.name,
      hash: problemFile.hash,
      n: problemFile.problems.length,
      summary: { ...counts, format: importer.format, skipped: refusals },
      createdBy: actorName(ctx.actor),
      createdAt: ctx.now(),
    };
    storeBenchmark(scope, benchmark, problemFile, sizes);
    return benchmark;
  });
}
