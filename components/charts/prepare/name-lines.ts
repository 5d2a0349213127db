import type { SeriesIdentity } from "../types.ts";

/**
 * What tooltip, legend and table call each line. The attempt is said where it tells lines apart: a second attempt, or a
 * first one beside it.
 */
export function nameLines(series: readonly SeriesIdentity[]): string[] {
  const names = series.map(({ name, label }) => name ?? label);
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return series.map(({ attempt }, index) => {
    const name = names[index];
    if (attempt === undefined || (attempt < 2 && !repeated.has(name))) return name;
    return name === "" ? `attempt ${attempt}` : `${name}, attempt ${attempt}`;
  });
}
