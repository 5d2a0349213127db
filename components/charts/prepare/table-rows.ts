import type { PlotSeries } from "./plot-model.ts";
import { sampleAt } from "./sample-at.ts";
import { smoothedIn } from "./smoothed-in.ts";

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

/** Index of the drawn sample of a line that speaks for a row, or -1: of a smoothed one, that of the bucket in this row. */
export function rowSample({ line, behind }: Pick<PlotSeries, "line" | "behind">, x: number): number {
  return behind ? smoothedIn({ line, behind }, sampleAt(behind.samples, x)) : sampleAt(line.samples, x);
}
