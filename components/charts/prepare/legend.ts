import type { PlotModel, PlotSeries, LineEntry } from "#server/plot/plot-model.ts";

/** What is drawn in the order of the legend, which the drawing turns round. */
export function legendOrder({ series, lines }: Pick<PlotModel, "series" | "lines">): PlotSeries[] {
  const place = new Map(lines.map(({ key }, index) => [key, index]));
  return series.toSorted((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
}

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

/** Keys of hidden lines after one was clicked: it disappears or comes back. */
export function toggleLine(hidden: readonly string[], key: string): string[] {
  return hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key];
}

/**
 * Keys of hidden lines after one was asked for alone. Where it is alone already, all come back. What is hidden but not in
 * this chart stays hidden: another chart of the group has it.
 */
export function soloLine(hidden: readonly string[], keys: readonly string[], key: string): string[] {
  const here = new Set(keys);
  const elsewhere = hidden.filter((one) => !here.has(one));
  const others = keys.filter((one) => one !== key);
  const gone = new Set(hidden);
  const isAlone = !gone.has(key) && others.every((one) => gone.has(one));
  return isAlone ? elsewhere : [...elsewhere, ...others];
}

/** Keys of hidden lines after all lines of a chart were asked for. */
export function showAllLines(hidden: readonly string[], keys: readonly string[]): string[] {
  const here = new Set(keys);
  return hidden.filter((one) => !here.has(one));
}
