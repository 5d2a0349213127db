import type { Area, Line, PlotSeries } from "./plot-model.ts";

/** One x of the shared table: a value per line, a pair per band, null where a line is broken. */
export type PlotRow = { x: number } & Record<string, number | [number, number] | null>;

/** Column of a series in the shared table. */
export function columnOf(key: string, part: "line" | "behind" | "area"): string {
  return `${part}:${key}`;
}

/**
 * The table that the chart library draws from. One table for all lines is about twice as fast as one per line. Between two
 * stretches a row of its own keeps them apart where no other series has one.
 */
export function toRows(series: readonly PlotSeries[]): PlotRow[] {
  const rows = new Map<number, PlotRow>();
  const rowAt = (x: number): PlotRow => {
    const row = rows.get(x) ?? { x };
    rows.set(x, row);
    return row;
  };
  const fill = ({ samples: { x }, runs }: Line | Area, write: (row: PlotRow, index: number) => void) => {
    for (let run = 0; run < runs.length; run += 2) {
      for (let index = runs[run]; index < runs[run + 1]; index++) write(rowAt(x[index]), index);
      if (run + 2 < runs.length) rowAt(x[runs[run + 1] - 1] / 2 + x[runs[run + 2]] / 2);
    }
  };
  for (const { key, line, behind, area } of series) {
    fill(line, (row, index) => {
      row[columnOf(key, "line")] = line.samples.y[index];
    });
    if (area)
      fill(area, (row, index) => {
        row[columnOf(key, "area")] = [area.low[index], area.high[index]];
      });
    if (behind)
      fill(behind, (row, index) => {
        row[columnOf(key, "behind")] = behind.samples.y[index];
      });
  }
  return [...rows.values()].sort((a, b) => a.x - b.x);
}
