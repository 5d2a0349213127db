import type { BenchmarkImporter } from "./importer.ts";
import { orDebugBench } from "./or-debug-bench/importer.ts";

/** The benchmark formats this version reads. */
export const BENCHMARK_IMPORTERS: readonly BenchmarkImporter[] = [orDebugBench];

/** The first format that recognises the file names, or null. */
export function findBenchmarkImporter(fileNames: readonly string[]): BenchmarkImporter | null {
  return BENCHMARK_IMPORTERS.find((importer) => importer.recognises(fileNames)) ?? null;
}
