import type { Problem } from "../../lab/env/problem.ts";
import { contentHash } from "../../lp/content-hash.ts";
import { populationHash } from "../../lp/population-hash.ts";
import type { ProblemsInput } from "../../protocol/inputs.ts";
import type { ProblemFile, ProblemRecord } from "../../protocol/problem-file.ts";
import { recordOf as storedRecord } from "./leave-problems.ts";

/** A problem as a benchmark would hold it. The hash is that of its model as it is now. */
export const recordOf = (problem: Problem): ProblemRecord =>
  storedRecord({ ...problem, contentHash: contentHash(problem.model) });

export function problemFile(name: string, problems: ProblemRecord[]): ProblemFile {
  return { name, hash: populationHash(problems.map((problem) => problem.hash)), problems };
}

/** A set as a run would have left it. */
export const problemsInput = (name: string, problems: ProblemRecord[]): ProblemsInput => ({
  kind: "problems",
  run: { id: "run_maker", name: "maker", recipe: "benchmark" },
  ...problemFile(name, problems),
});
