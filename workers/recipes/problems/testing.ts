import type { Problem } from "../../lab/env/problem.ts";
import { contentHash } from "../../lp/content-hash.ts";
import { elementName } from "../../lp/model.ts";
import { populationHash } from "../../lp/population-hash.ts";
import { writeMps } from "../../lp/write-mps.ts";
import type { ProblemFile, ProblemRecord } from "../../protocol/problem-file.ts";

/** A problem as a benchmark would hold it. The hash is that of its model as it is now. */
export function recordOf({
  key,
  type,
  level,
  model,
  faults,
  injected,
  originalObjective,
}: Problem): ProblemRecord {
  const names = (elements: Iterable<number>) =>
    Array.from(elements, (element) => elementName(model, element));
  return {
    key,
    hash: contentHash(model),
    type,
    level,
    mps: writeMps(model),
    roots: faults.map(names),
    injected: injected && names(Array.from(injected.keys()).filter((element) => injected[element] === 1)),
    originalObjective,
  };
}

export function problemFile(name: string, problems: ProblemRecord[]): ProblemFile {
  return { name, hash: populationHash(problems.map((problem) => problem.hash)), problems };
}
