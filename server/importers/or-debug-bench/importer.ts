import type { BenchmarkImporter } from "../importer.ts";
import { DATASET_FILE } from "./dataset.ts";
import { parseBenchmark } from "./parse.ts";

/** OR-Debug-Bench folders: dataset.json and one infeasible MPS model per problem. */
export const orDebugBench: BenchmarkImporter = {
  format: "or-debug-bench",
  title: "OR-Debug-Bench",
  expects: "A folder with dataset.json and models/*.mps, in the full or the filtered variant.",
  recognises: (fileNames) =>
    fileNames.some((name) => name === DATASET_FILE || name.endsWith(`/${DATASET_FILE}`)),
  parse: parseBenchmark,
};
