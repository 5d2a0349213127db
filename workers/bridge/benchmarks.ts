import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Assignment } from "../protocol/messages.ts";
import { ProblemFile } from "../protocol/problem-file.ts";
import type { Client } from "./calls/client.ts";
import { RefusedAssignment } from "./session.ts";

type BenchmarkRef = Assignment["benchmarks"][number];

/**
 * Brings the problem files of an assignment to `<home>/benchmarks/<hash>.json`. A file that is there was checked when it
 * was written and is not fetched again.
 * Resolves to false when the signal ended the trying; throws `RefusedAssignment` when the server has no such file or
 * sends another one.
 */
export async function fetchBenchmarks(
  client: Client,
  home: string,
  { benchmarks, token }: Pick<Assignment, "benchmarks" | "token">,
  signal: AbortSignal,
): Promise<boolean> {
  for (const wanted of benchmarks) {
    const file = benchmarkFile(home, wanted.hash);
    if (existsSync(file)) continue;
    const request = { path: `benchmarks/${wanted.hash}`, token, answer: ProblemFile };
    const outcome = await client.deliver(() => request, signal);
    if (outcome.kind === "stopped") return false;
    if (outcome.kind !== "ok") {
      const why = "message" in outcome ? outcome.message : outcome.kind;
      throw new RefusedAssignment(`The server did not give the benchmark ${wanted.name}: ${why}`);
    }
    checkContent(wanted, outcome.data);
    mkdirSync(join(home, "benchmarks"), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.tmp`, outcome.text, { mode: 0o600, flush: true });
    renameSync(`${file}.tmp`, file);
  }
  return true;
}

/** The name of a benchmark is its population hash: sha256 over the sorted content hashes of its problems, one a line. */
function checkContent(wanted: BenchmarkRef, { problems }: ProblemFile): void {
  const lines = problems.map((problem) => problem.hash).sort();
  const hash = createHash("sha256").update(lines.join("\n")).digest("hex");
  if (hash !== wanted.hash)
    throw new RefusedAssignment(
      `The benchmark ${wanted.name} came with problems of the hash ${hash.slice(0, 12)}…, the run was launched with ${wanted.hash.slice(0, 12)}…`,
    );
}

/**
 * How a trainer finds the problem files: ABLAB_BENCHMARKS is their folder, ABLAB_BENCHMARK_FILES a JSON object from the
 * name a parameter uses to the path of the file.
 */
export function benchmarkVariables(
  home: string,
  benchmarks: readonly BenchmarkRef[],
): Record<string, string> {
  const files = Object.fromEntries(benchmarks.map(({ name, hash }) => [name, benchmarkFile(home, hash)]));
  return { ABLAB_BENCHMARKS: join(home, "benchmarks"), ABLAB_BENCHMARK_FILES: JSON.stringify(files) };
}

function benchmarkFile(home: string, hash: string): string {
  return join(home, "benchmarks", `${hash}.json`);
}
