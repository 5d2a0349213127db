import { heldOutProblem, leakSentence, splitContents } from "../../workers/lab/env/held-out.ts";
import { SIMPLEX_LIMIT } from "../../workers/lp/simplex.ts";
import type { ProblemParams } from "../../workers/protocol/problems/problem-params.ts";
import type { BenchmarkSummary } from "../contracts/benchmark.ts";

/** Problems of a set as they are told apart. */
export interface SetProblem {
  key: string;
  hash: string;
  level: string;
}

/** What a split of problems is made by. */
export type Split = Pick<
  ProblemParams,
  "problem_seed" | "holdout_share" | "eval_problems" | "only_level" | "level"
>;

/** Whether episodes can play every problem of a set; those that they cannot are left out before it is split. */
export const allPlayable = ({ integralityOnly, rows, columns }: BenchmarkSummary): boolean =>
  integralityOnly === 0 && Math.max(rows.max, columns.max) <= SIMPLEX_LIMIT;

/** Contents that a run holds out: of a set of which every problem can be played, or of generated problems. */
export function heldOutContents(set: readonly SetProblem[] | null, params: Split): Set<string> {
  const { problem_seed, holdout_share, eval_problems, only_level, level } = params;
  if (!set)
    return new Set(
      Array.from({ length: eval_problems }, (_, i) => heldOutProblem(problem_seed, i, level).contentHash),
    );
  const own = set.filter((problem) => only_level === "all" || problem.level === only_level);
  const { heldOut } = splitContents(
    own.map(({ hash }) => hash),
    problem_seed,
    holdout_share,
  );
  return new Set(heldOut.slice(0, eval_problems));
}

/** Why a run may not draw its first `most` train problems from a set, as its trainer would say it; null where it may. */
export function trainSetLeak(
  trainSet: readonly SetProblem[],
  most: number,
  heldOut: ReadonlySet<string>,
): string | null {
  const distinct = [...new Map(trainSet.map((problem) => [problem.hash, problem])).values()];
  return leakSentence(distinct.slice(0, most), heldOut, "training");
}
