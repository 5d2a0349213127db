import { readFileSync } from "node:fs";
import { join } from "node:path";
import { problemFromRecord, UnplayableProblem } from "../../lab/env/from-benchmark.ts";
import type { Problem } from "../../lab/env/problem.ts";
import { ProblemFile, type ProblemRecord } from "../../protocol/problem-file.ts";
import { Refusal } from "../refusal.ts";

/** Limits of the episodes, not mistakes in the file: such a problem is left out and the others are used. */
const LIMITS: ReadonlySet<UnplayableProblem["code"]> = new Set([
  "TOO_LARGE",
  "UNSTABLE",
  "RELAXATION_FEASIBLE",
]);

/** A set of problems that was read. */
export interface PlayableSet {
  problems: Problem[];
  /** Why problems had to be left out, one sentence each: too large, too badly scaled, or feasible as an LP relaxation. */
  unplayable: string[];
}

/** Records as problems to play. Throws `Refusal` where one is not what it says. */
export function playable(records: readonly ProblemRecord[]): PlayableSet {
  const problems: Problem[] = [];
  const unplayable: string[] = [];
  for (const record of records) {
    try {
      problems.push(problemFromRecord(record));
    } catch (error) {
      if (!(error instanceof UnplayableProblem)) throw error;
      if (!LIMITS.has(error.code)) throw new Refusal(error.message, { cause: error });
      unplayable.push(error.message);
    }
  }
  return { problems, unplayable };
}

/**
 * A registered benchmark, by its name or population hash. The worker names the file: ABLAB_BENCHMARK_FILES is JSON
 * {name: path}; what is not listed there is <name>.json in the folder ABLAB_BENCHMARKS.
 * Throws `Refusal` where there is no such file or it is not a problem file.
 */
export function readBenchmark(name: string): ProblemFile {
  const path = benchmarkPath(name);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Refusal(
      `Benchmark "${name}" was expected at ${path}, which cannot be read (${(error as Error).message}). Register it again, or use problems=generated.`,
      { cause: error },
    );
  }
  const file = ProblemFile.safeParse(readJson(text, path));
  if (file.success) return file.data;
  const [issue] = file.error.issues;
  throw new Refusal(
    `${path} is not a problem file: ${issue.path.join(".")}: ${issue.message}. Register the benchmark again.`,
  );
}

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${path} is not JSON (${(error as Error).message}). Register the benchmark again.`, {
      cause: error,
    });
  }
}

function benchmarkPath(name: string): string {
  const { ABLAB_BENCHMARKS: folder, ABLAB_BENCHMARK_FILES: files } = process.env;
  if (files) {
    const path = (readJson(files, "ABLAB_BENCHMARK_FILES") as Record<string, string>)[name];
    if (path) return path;
  }
  if (!folder) {
    throw new Refusal(
      `Benchmark "${name}" is not known here: neither ABLAB_BENCHMARK_FILES nor ABLAB_BENCHMARKS names it. Set ABLAB_BENCHMARKS to the folder that holds ${name}.json.`,
    );
  }
  if (!/^[\w. -]+$/.test(name) || name.startsWith(".")) {
    throw new Refusal(
      `"${name}" is no file name; a benchmark in ABLAB_BENCHMARKS is named by letters, digits, blanks, dots and hyphens.`,
    );
  }
  return join(folder, `${name}.json`);
}
