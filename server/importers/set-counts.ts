import type { LpModel } from "../../workers/lp/model.ts";
import type { ProblemRecord } from "../../workers/protocol/problem-file.ts";
import type { BenchmarkSummary, ModelSize, WordCount } from "./importer.ts";

/** A problem of a set with its model. */
export interface ReadProblem {
  record: ProblemRecord;
  model: LpModel;
  /** Its LP relaxation has a solution, so that episodes cannot use it. */
  onlyWhole: boolean;
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

/** What a set holds, in counts. `taken` must not be empty. */
export function countSet(
  taken: readonly ReadProblem[],
): Omit<BenchmarkSummary, "name" | "listed" | "doubts" | "cautions"> {
  const records = taken.map((problem) => problem.record);
  return {
    taken: taken.length,
    withRoots: records.filter((record) => record.roots.length > 0).length,
    withInjected: records.filter((record) => record.injected !== null).length,
    withIntegers: taken.filter((problem) => problem.model.integer.includes(1)).length,
    integralityOnly: taken.filter((problem) => problem.onlyWhole).length,
    types: countWords(records.map((record) => record.type)),
    levels: countWords(records.map((record) => record.level)),
    rows: rangeOf(taken.map((problem) => problem.model.rowCount)),
    columns: rangeOf(taken.map((problem) => problem.model.colCount)),
  };
}

export const sizeOf = (model: LpModel): ModelSize => ({
  rows: model.rowCount,
  cols: model.colCount,
  integers: model.integer.reduce((count, mark) => count + mark, 0),
});
