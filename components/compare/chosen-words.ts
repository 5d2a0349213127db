import { countOf, writeCount } from "#server/wording/counts.ts";

/** What is chosen, in the words of the page's title: the second is measured against the first. */
export function chosenWords(names: readonly string[]): string {
  const [first, second] = names;
  if (first === undefined) return "";
  if (second === undefined) return `1 chosen: ${first}. Choose at least one to compare with it.`;
  if (names.length === 2) return `2 chosen: ${second} against ${first}`;
  return `${writeCount(names.length)} chosen: ${countOf(names.length - 1, "evaluation")} against ${first}`;
}
