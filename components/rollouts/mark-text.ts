import type { WordRun } from "./diff-words.ts";

/** A stretch of text that is drawn in one way. */
export interface MarkedRun extends WordRun {
  /** Where it begins in the whole text. */
  start: number;
  /** It is what was searched for. */
  isFound: boolean;
}

/** Where a text stands in another, whatever its case; letters that change their length with their case are left out. */
function placesOf(text: string, wanted: string): number[] {
  const folded = text.toLowerCase();
  if (wanted === "" || folded.length !== text.length) return [];
  const places: number[] = [];
  const needle = wanted.toLowerCase();
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length))
    places.push(at);
  return places;
}

/** Cuts runs where what was searched for begins and ends, also where it reaches over several of them. */
export function markFound(runs: readonly WordRun[], wanted: string): MarkedRun[] {
  const whole = runs.map(({ text }) => text).join("");
  const places = placesOf(whole, wanted);
  const marked: MarkedRun[] = [];
  let start = 0;
  for (const { text, isSame } of runs) {
    const end = start + text.length;
    const hits = places
      .map((at) => [at, at + wanted.length])
      .filter(([from, to]) => from < end && to > start);
    let done = start;
    const add = (to: number, isFound: boolean) => {
      if (to > done) marked.push({ text: whole.slice(done, to), isSame, start: done, isFound });
      done = Math.max(done, to);
    };
    for (const [from, to] of hits) {
      add(Math.max(start, from), false);
      add(Math.min(end, to), true);
    }
    add(end, false);
    start = end;
  }
  return marked;
}
