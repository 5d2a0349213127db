import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the public benchmarks lie; they are never part of the project. */
const ROOT = process.env.ABLAB_TEST_DATA ?? join(import.meta.dirname, "../../../../shared/data");

export interface BenchmarkFolder {
  /** Files as an upload names them. */
  files: { name: string; text: string }[];
}

const folderOf = (name: string) => join(ROOT, "LLM-for-OR/data/benchmarks", name);

/** Is the folder here? Says once why its tests are skipped where it is not. */
export function hasBenchmark(name: string): boolean {
  const here = existsSync(join(folderOf(name), "dataset.json"));
  if (!here)
    console.warn(`Skipped: ${folderOf(name)} is not here; set ABLAB_TEST_DATA to the folder that has it.`);
  return here;
}

/** dataset.json and all models of a public benchmark, as an upload would name them. */
export function readBenchmark(name: string): BenchmarkFolder {
  const folder = folderOf(name);
  const models = readdirSync(join(folder, "models")).map((file) => `models/${file}`);
  const files = ["dataset.json", ...models].map((file) => ({
    name: file,
    text: readFileSync(join(folder, file), "utf8"),
  }));
  return { files };
}
