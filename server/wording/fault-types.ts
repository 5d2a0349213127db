import { faultTypes } from "../../workers/protocol/problems/fault-types.ts";
import { listFirst, writeCount } from "./counts.ts";

interface WordCount {
  word: string;
  count: number;
}

/** More kinds of problems than this are no list that anybody reads. */
const MOST = 12;

/** Words with how many there are of each: "A 600, B 600". */
export const writeWordCounts = (words: readonly WordCount[]): string =>
  words.map(({ word, count }) => `${word} ${writeCount(count)}`).join(", ");

/**
 * The types of a set's problems. Where there are too many to read, and each names its faults by letters, the problems with each
 * fault are counted; one with several of them counts for each.
 */
export function writeFaultTypes(types: readonly WordCount[]): string {
  if (types.length <= MOST) return writeWordCounts(types);
  const faults = new Map<string, number>();
  for (const { word, count } of types)
    for (const fault of faultTypes(word)) faults.set(fault, (faults.get(fault) ?? 0) + count);
  const counted = [...faults].map(([word, count]) => ({ word, count }));
  if (counted.length > MOST)
    return listFirst(
      types.map((one) => writeWordCounts([one])),
      MOST,
    );
  const inOrder = counted.toSorted((a, b) => (a.word < b.word ? -1 : 1));
  return `${writeCount(types.length)} mixes of ${writeWordCounts(inOrder)}`;
}
