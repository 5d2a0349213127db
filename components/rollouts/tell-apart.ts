/** Shorter beginnings that all share are no trouble to read. */
const SHORT = 6;

/**
 * How each prompt of a list begins, without the words with which all of them begin: prompts of one template differ late, and
 * a narrow column would show what they share. Equal ones stay as they are.
 */
export function tellApart(openings: readonly string[]): string[] {
  const [first = ""] = openings;
  if (new Set(openings).size < 2) return [...openings];
  let shared = first.length;
  for (const opening of openings) {
    let i = 0;
    while (i < shared && opening[i] === first[i]) i++;
    shared = i;
  }
  const from = first.slice(0, shared).search(/\S*$/);
  return from < SHORT ? [...openings] : openings.map((opening) => `…${opening.slice(from)}`);
}
