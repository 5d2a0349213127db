/** A row by itself. */
export interface LoggedRow {
  /** The client's own step of this row; null where it has none, which counts on from the last. */
  step: number | null;
  /** ms since the epoch; null where the client does not say. */
  at: number | null;
  /** Numbers, NaN and infinities included. Names as the client sent them. */
  values: Readonly<Record<string, number>>;
}

/** The numbers of one metric. */
export interface LoggedColumn {
  /** As the client sent it. */
  metric: string;
  /** Rows that have it, ascending, each once; null where all have. */
  rows: Uint32Array | null;
  /** One for each of these rows; NaN and infinities included. */
  value: Float64Array;
}

/** Rows as columns: what a client logged at once. A table of many thousand rows holds no object for any of them. */
export interface LoggedTable {
  /** How many rows. */
  n: number;
  /** The client's own step of each row; NaN where it has none, which counts on from the last. */
  step: Float64Array;
  /** ms since the epoch; NaN where the client does not say. */
  at: Float64Array;
  /** None is empty, and no two are of one metric. */
  columns: readonly LoggedColumn[];
  /** Values of further metrics were left out. */
  isCut?: boolean;
}

/** Room for numbers that grows. */
class Numbers {
  values = new Float64Array(8);

  set(i: number, value: number): void {
    if (i >= this.values.length) {
      const grown = new Float64Array(2 * this.values.length);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[i] = value;
  }
}

/** A metric of a table that is being written. */
export class GrowingColumn {
  readonly metric: string;
  n = 0;
  readonly #value = new Numbers();
  #rows = new Uint32Array(8);

  constructor(metric: string) {
    this.metric = metric;
  }

  /** The value in a row that is not before the last one; in the same row it takes the place of the one before. */
  put(row: number, value: number): void {
    if (this.n > 0 && this.#rows[this.n - 1] === row) this.n -= 1;
    if (this.n >= this.#rows.length) {
      const grown = new Uint32Array(2 * this.#rows.length);
      grown.set(this.#rows);
      this.#rows = grown;
    }
    this.#rows[this.n] = row;
    this.#value.set(this.n++, value);
  }

  finish(rows: number): LoggedColumn {
    const { metric, n } = this;
    return {
      metric,
      rows: n === rows ? null : this.#rows.subarray(0, n),
      value: this.#value.values.subarray(0, n),
    };
  }
}

/** Metrics of one table: each costs some hundred bytes, however few values it has. An attempt keeps fewer. */
export const MOST_COLUMNS = 10_000;

/** Writes a table row by row. */
export class TableWriter {
  readonly #columns = new Map<string, GrowingColumn>();
  /** Where values of metrics go that are too many. */
  readonly #cut = new GrowingColumn("");
  readonly #step = new Numbers();
  readonly #at = new Numbers();
  n = 0;

  column(metric: string): GrowingColumn {
    let column = this.#columns.get(metric);
    if (!column && this.#columns.size >= MOST_COLUMNS) return this.#cut;
    if (!column) this.#columns.set(metric, (column = new GrowingColumn(metric)));
    return column;
  }

  /** Ends the row whose values were put into its columns under the number `n`. */
  endRow(step: number | null, at: number | null): void {
    this.#step.set(this.n, step ?? NaN);
    this.#at.set(this.n, at ?? NaN);
    this.n += 1;
  }

  add({ step, at, values }: LoggedRow): void {
    for (const metric of Object.keys(values)) this.column(metric).put(this.n, values[metric]);
    this.endRow(step, at);
  }

  finish(): LoggedTable {
    const { n } = this;
    const written = [...this.#columns.values()].filter((column) => column.n > 0);
    return {
      n,
      step: this.#step.values.subarray(0, n),
      at: this.#at.values.subarray(0, n),
      columns: written.map((column) => column.finish(n)),
      ...(this.#cut.n > 0 && { isCut: true }),
    };
  }
}

export function tableOfRows(rows: Iterable<LoggedRow>): LoggedTable {
  const writer = new TableWriter();
  for (const row of rows) writer.add(row);
  return writer.finish();
}

/** The rows of a table for which `isKept` says so. */
export function pickRows(table: LoggedTable, isKept: readonly boolean[]): LoggedTable {
  if (isKept.every(Boolean)) return table;
  /** Number of each kept row among them. */
  const place = new Uint32Array(table.n);
  let n = 0;
  for (let row = 0; row < table.n; row++) {
    place[row] = n;
    if (isKept[row]) n += 1;
  }
  const columns = table.columns.map(({ metric, rows, value }) => {
    const kept: number[] = [];
    for (let i = 0; i < value.length; i++) if (isKept[rows === null ? i : rows[i]]) kept.push(i);
    return {
      metric,
      rows: kept.length === n ? null : Uint32Array.from(kept, (i) => place[rows === null ? i : rows[i]]),
      value: Float64Array.from(kept, (i) => value[i]),
    };
  });
  return {
    ...table,
    n,
    step: table.step.filter((_, row) => isKept[row]),
    at: table.at.filter((_, row) => isKept[row]),
    columns: columns.filter(({ value }) => value.length > 0),
  };
}

/** The first place in ascending numbers that holds at least `least`. */
function firstFrom(ascending: Uint32Array, least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows of a table from `from` up to `to`. */
export function sliceTable(table: LoggedTable, from: number, to: number): LoggedTable {
  const columns = table.columns.map(({ metric, rows, value }) => {
    if (rows === null) return { metric, rows, value: value.subarray(from, to) };
    const [first, end] = [firstFrom(rows, from), firstFrom(rows, to)];
    const isWhole = end - first === to - from;
    return {
      metric,
      rows: isWhole ? null : rows.subarray(first, end).map((row) => row - from),
      value: value.subarray(first, end),
    };
  });
  return {
    ...table,
    n: to - from,
    step: table.step.subarray(from, to),
    at: table.at.subarray(from, to),
    columns: columns.filter(({ value }) => value.length > 0),
  };
}
