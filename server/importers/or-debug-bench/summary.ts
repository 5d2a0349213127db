import type { Feasibility } from "../../../workers/lp/classify-feasibility.ts";
import type { LpModel } from "../../../workers/lp/model.ts";
import type { ProblemRecord } from "../../../workers/protocol/problem-file.ts";
import type { BenchmarkSummary, Refusal, WordCount } from "../importer.ts";
import { countOf } from "../../wording/counts.ts";
import type { Index } from "./dataset.ts";

/** A problem that passed every check, with what the summary needs of it. */
export interface TakenProblem {
  record: ProblemRecord;
  model: LpModel;
  feasibility: Feasibility;
  /** What its entry says of it and its model contradicts. */
  doubts: Refusal[];
}

function countWords(words: string[]): WordCount[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => ({ word, count })).sort((a, b) => (a.word < b.word ? -1 : 1));
}

function rangeOf(values: number[]): { min: number; max: number } {
  return values.reduce((range, v) => ({ min: Math.min(range.min, v), max: Math.max(range.max, v) }), {
    min: Infinity,
    max: 0,
  });
}

function cautionsOf(index: Index, listed: number, taken: TakenProblem[], texts: ReadonlyMap<string, string>) {
  const cautions: string[] = [];
  if (index.claimed !== null && index.claimed !== listed)
    cautions.push(`The index claims ${index.claimed} problems and lists ${listed}.`);
  const used = new Set(index.entries.map((entry) => index.folder + entry.model_file));
  const unused = [...texts.keys()].filter((name) => name.endsWith(".mps") && !used.has(name));
  if (unused.length > 0)
    cautions.push(
      `${countOf(unused.length, "model file is", "model files are")} not named by the index, for instance ${unused[0]}.`,
    );
  const only = taken.filter((problem) => problem.feasibility === "integrality");
  if (only.length > 0)
    cautions.push(
      `${countOf(only.length, "problem is", "problems are")} infeasible only because columns must be whole, for instance ${only[0].record.key}; episodes, which repair the LP relaxation, leave them out.`,
    );
  const doubtful = taken.filter((problem) => problem.doubts.length > 0);
  if (doubtful.length > 0)
    cautions.push(
      `Of ${countOf(doubtful.length, "problem")} the index says what the model contradicts, for instance of ${doubtful[0].record.key}; diagnosis is not to be trusted there.`,
    );
  return cautions;
}

/** What was taken, in counts. `taken` must not be empty. */
export function summarise(
  index: Index,
  listed: number,
  taken: TakenProblem[],
  texts: ReadonlyMap<string, string>,
): BenchmarkSummary {
  const records = taken.map((problem) => problem.record);
  return {
    name: index.name,
    listed,
    taken: taken.length,
    withRoots: records.filter((record) => record.roots.length > 0).length,
    withInjected: records.filter((record) => record.injected !== null).length,
    withIntegers: taken.filter((problem) => problem.model.integer.includes(1)).length,
    integralityOnly: taken.filter((problem) => problem.feasibility === "integrality").length,
    types: countWords(records.map((record) => record.type)),
    levels: countWords(records.map((record) => record.level)),
    rows: rangeOf(taken.map((problem) => problem.model.rowCount)),
    columns: rangeOf(taken.map((problem) => problem.model.colCount)),
    doubts: taken.flatMap((problem) => problem.doubts),
    cautions: cautionsOf(index, listed, taken, texts),
  };
}
