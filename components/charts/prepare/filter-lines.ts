import type { LineEntry } from "./plot-model.ts";

/** Lines whose name has every word of the filter, in any case and order. */
export function filterLines<Line extends Pick<LineEntry, "name">>(
  lines: readonly Line[],
  filter: string,
): Line[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter(({ name }) => {
    const text = name.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
