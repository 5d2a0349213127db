import { type LoggedTable, TableWriter } from "../../contracts/external/logged-table.ts";

/** The history of a run as tables, one after the other: no more of a long one than a table has to be in memory. */
export type History = Iterable<LoggedTable>;

export interface HistoryRow {
  step: number;
  /** ms since the epoch. */
  at: number | null;
  values: Record<string, number>;
}

/** Values of a table: as many as are stored at once while others wait. */
const MOST_VALUES = 16_384;

/** Writes rows into tables of a size that is stored at once. */
export class HistoryWriter {
  #table = new TableWriter();
  #values = 0;

  /** Values that are not in a finished table. */
  get pending(): number {
    return this.#values;
  }

  put(metric: string, value: number): void {
    this.#table.column(metric).put(this.#table.n, value);
    this.#values++;
  }

  /** Ends the row whose values were put; answers the table where it is full. */
  endRow(step: number, at: number | null): LoggedTable | null {
    this.#table.endRow(step, at);
    // A row without a value counts as one, so that a table of those ends too.
    this.#values++;
    return this.#values >= MOST_VALUES ? this.finish() : null;
  }

  /** The rows since the last table; null where there are none. */
  finish(): LoggedTable | null {
    const table = this.#table;
    this.#table = new TableWriter();
    this.#values = 0;
    return table.n === 0 ? null : table.finish();
  }
}

function* tablesOf(rows: Iterable<HistoryRow>): Generator<LoggedTable, void, void> {
  const writer = new HistoryWriter();
  for (const { step, at, values } of rows) {
    for (const metric of Object.keys(values)) writer.put(metric, values[metric]);
    const full = writer.endRow(step, at);
    if (full) yield full;
  }
  const last = writer.finish();
  if (last) yield last;
}

/** A history of rows that are read each time it is walked. */
export const historyOf = (rows: Iterable<HistoryRow>): History => ({
  [Symbol.iterator]: () => tablesOf(rows),
});

/** Rows of a history, one by one. */
export function* rowsOf(history: History): Generator<HistoryRow, void, void> {
  for (const { n, step, at, columns } of history) {
    const places = columns.map(() => 0);
    for (let row = 0; row < n; row++) {
      const values: Record<string, number> = {};
      columns.forEach(({ metric, rows, value }, i) => {
        const place = rows === null ? row : places[i];
        if (rows !== null && rows[place] !== row) return;
        values[metric] = value[place];
        places[i]++;
      });
      yield { step: step[row], at: Number.isNaN(at[row]) ? null : at[row], values };
    }
  }
}
