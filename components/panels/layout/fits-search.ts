/** Whether every word of a search is in one of the texts that something is found by; an empty search fits all. */
export function fitsSearch(search: string, texts: readonly string[]): boolean {
  const text = texts.join("\n").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
