import { fitsSimplex } from "../../workers/lp/classify-feasibility.ts";
import { contentHash } from "../../workers/lp/content-hash.ts";
import { findElement, type LpModel } from "../../workers/lp/model.ts";
import { readMps } from "../../workers/lp/mps.ts";
import { populationHash } from "../../workers/lp/population-hash.ts";
import { Simplex, SimplexStalled } from "../../workers/lp/simplex.ts";
import { unpackProblems } from "../../workers/protocol/packed-problems.ts";
import type { ProblemFile, ProblemRecord } from "../../workers/protocol/problem-file.ts";
import type { BenchmarkSummary, ModelSize } from "./importer.ts";
import { countSet, type ReadProblem, sizeOf } from "./set-counts.ts";

/** A set that a run left, read and checked. */
export interface MadeSet {
  problemFile: ProblemFile;
  sizes: ModelSize[];
  summary: Omit<BenchmarkSummary, "name">;
}

/** Models read between two pauses: some tens of milliseconds. */
const AT_ONCE = 20;

/**
 * Reads a packed set, and every model of it; pauses between some models, so that whoever reads can do something else. Throws an `Error` with a sentence where it is not what it says: another hash or
 * number of problems, a problem whose model cannot be read or has another content, a name that its model has not, one key
 * or one content twice.
 */
export function* readMadeSet({
  hash,
  n,
  data,
}: {
  hash: string;
  n: number;
  data: string;
}): Generator<void, MadeSet> {
  const problemFile = unpackProblems(data);
  const { problems } = problemFile;
  if (problems.length !== n)
    throw new Error(`The set holds ${problems.length} problems, the event says ${n}.`);
  if (populationHash(problems.map((problem) => problem.hash)) !== hash || problemFile.hash !== hash)
    throw new Error(`The set's hash is not that of its problems (${hash.slice(0, 12)}).`);
  for (const field of ["key", "hash"] as const) {
    const seen = new Set(problems.map((problem) => problem[field]));
    if (seen.size < n)
      throw new Error(`Two problems of the set have the same ${field === "key" ? "id" : "content"}.`);
  }
  const simplex = new Simplex();
  const taken: ReadProblem[] = [];
  for (const record of problems) {
    const model = checkedModel(record);
    taken.push({ record, model, onlyWhole: relaxationFeasible(model, simplex) });
    if (taken.length % AT_ONCE === 0) yield;
  }
  const summary = { listed: n, ...countSet(taken), doubts: [], cautions: [] };
  return { problemFile, sizes: taken.map(({ model }) => sizeOf(model)), summary };
}

function checkedModel({ key, mps, hash, roots, injected }: ProblemRecord): LpModel {
  const wrong = (what: string) => new Error(`Problem ${key} of the set ${what}.`);
  let model: LpModel;
  try {
    model = readMps(mps);
  } catch (error) {
    throw wrong(`cannot be read: ${(error as Error).message}`);
  }
  if (contentHash(model) !== hash) throw wrong("has another content than its hash says");
  const missing = [...roots.flat(), ...(injected ?? [])].find((name) => findElement(model, name) < 0);
  if (missing !== undefined) throw wrong(`names "${missing}", which its model has not`);
  return model;
}

/** Only what the episodes' own solver says: one that it cannot take is left out by them for that reason. */
function relaxationFeasible(model: LpModel, simplex: Simplex): boolean {
  if (!fitsSimplex(model)) return false;
  try {
    return simplex.load(model).feasible();
  } catch (error) {
    if (error instanceof SimplexStalled) return false;
    throw error;
  }
}
