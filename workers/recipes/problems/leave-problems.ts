import type { Problem } from "../../lab/env/problem.ts";
import { elementName } from "../../lp/model.ts";
import { populationHash } from "../../lp/population-hash.ts";
import { writeMps } from "../../lp/write-mps.ts";
import { packProblems } from "../../protocol/packed-problems.ts";
import type { ProblemRecord } from "../../protocol/problem-file.ts";
import { MAX_PROBLEMS_TEXT, type ProblemsEvent } from "../../protocol/problems-event.ts";
import { Refusal } from "../refusal.ts";

/** A problem as a set stores it. Read again it has the same content hash, so that a subset is known as one by content. */
export function recordOf(
  problem: Pick<
    Problem,
    "key" | "contentHash" | "type" | "level" | "model" | "faults" | "injected" | "originalObjective"
  >,
): ProblemRecord {
  const { key, contentHash, type, level, model, faults, injected, originalObjective } = problem;
  const names = (elements: Iterable<number>) =>
    [...elements].sort((a, b) => a - b).map((element) => elementName(model, element));
  return {
    key,
    hash: contentHash,
    type,
    level,
    mps: writeMps(model),
    roots: faults.filter((fault) => fault.size > 0).map(names),
    injected: injected && names([...injected.keys()].filter((element) => injected[element] === 1)),
    originalObjective,
  };
}

/**
 * The event by which a run leaves a set of problems to others; problems of the same content are kept once. `name` is of
 * letters, digits, spaces, dots, - and _.
 * Throws `Refusal` for an empty set and for one that does not fit an event.
 */
export function problemsEvent(
  name: string,
  records: readonly ProblemRecord[],
  about: string[],
  at: number,
): ProblemsEvent {
  const problems = [...new Map(records.map((record) => [record.hash, record])).values()];
  if (problems.length === 0)
    throw new Refusal(`The set "${name}" would be empty: there is no problem to leave to other runs.`);
  const hash = populationHash(problems.map((problem) => problem.hash));
  const data = packProblems({ name, hash, problems });
  if (data.length > MAX_PROBLEMS_TEXT)
    throw new Refusal(
      `The set "${name}" of ${problems.length} problems is too large to be kept. Make fewer.`,
    );
  return { t: "problems", at, name, hash, n: problems.length, about, data };
}
