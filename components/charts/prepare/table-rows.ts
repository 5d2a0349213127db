import type { PlotSeries } from "./plot-model.ts";

/** Every x at which one of the lines has a sample, ascending and each once. */
export function tableRows(series: readonly PlotSeries[]): number[] {
  const columns = series.map(({ line, behind }) => (behind ?? line).samples.x);
  const all = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0));
  let filled = 0;
  for (const column of columns) {
    all.set(column, filled);
    filled += column.length;
  }
  return Array.from(all.sort()).filter((x, index, sorted) => x !== sorted[index - 1]);
}
