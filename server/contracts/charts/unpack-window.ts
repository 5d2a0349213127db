import type { PackedWindow, SeriesWindow } from "./series-window.ts";

/** Columns a packed window may have. */
export type ColumnName =
  | "x"
  | "value"
  | "at"
  | "x0"
  | "x1"
  | "at0"
  | "at1"
  | "first"
  | "last"
  | "min"
  | "max"
  | "mean"
  | "smoothed"
  | "n"
  | "nan"
  | "posInf"
  | "negInf";

/**
 * How a column is written, little-endian. Every number is read back as it was: `f32` is only for columns whose numbers all are
 * float32, `same` is one float64 for all rows.
 */
export type ColumnKind = "f64" | "f32" | "u32" | "same";

/** A column of the packed bytes. Kinds of 8 bytes come before those of 4, so that each begins where its type may begin. */
export type PackedColumn = [name: ColumnName, kind: ColumnKind];

/** Bytes of a column with so many rows. */
export function columnBytes([, kind]: PackedColumn, rows: number): number {
  if (kind === "same") return 8;
  return kind === "f64" ? 8 * rows : 4 * rows;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;
  if (native) return native.call(Uint8Array, base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function columnAt(buffer: ArrayBuffer, offset: number, [, kind]: PackedColumn, rows: number) {
  switch (kind) {
    case "f64":
      return new Float64Array(buffer, offset, rows);
    case "f32":
      return new Float64Array(new Float32Array(buffer, offset, rows));
    case "u32":
      return new Uint32Array(buffer, offset, rows);
    case "same":
      return new Float64Array(rows).fill(new Float64Array(buffer, offset, 1)[0]);
  }
}

/** Columns of raw points: each is a bucket of one. */
function columnsOfPoints(x: Float64Array, value: Float64Array) {
  const { length } = x;
  const finite = value.map((v) => (Number.isFinite(v) ? v : Number.NaN));
  const [n, nan, posInf, negInf] = Array.from({ length: 4 }, () => new Uint32Array(length));
  n.fill(1);
  for (let i = 0; i < length; i++) {
    if (Number.isNaN(value[i])) nan[i] = 1;
    else if (value[i] === Infinity) posInf[i] = 1;
    else if (value[i] === -Infinity) negInf[i] = 1;
  }
  const five = { first: finite, last: finite, min: finite, max: finite, mean: finite };
  return { x0: x, x1: x, ...five, n, nan, posInf, negInf };
}

/** A window as it came over the wire, with columns that can be read. Throws where the bytes are not what is announced. */
export function unpackWindow({ size, columns, packed, ...facts }: PackedWindow): SeriesWindow {
  const { buffer } = bytesOf(packed);
  const announced = columns.reduce((sum, column) => sum + columnBytes(column, size), 0);
  if (buffer.byteLength !== announced)
    throw new RangeError(
      `A window of ${facts.metric} has ${buffer.byteLength} bytes instead of ${announced}. Reload the page.`,
    );
  const read = new Map<ColumnName, Float64Array | Uint32Array>();
  let offset = 0;
  for (const column of columns) {
    read.set(column[0], columnAt(buffer, offset, column, size));
    offset += columnBytes(column, size);
  }
  const none = () => new Float64Array(size).fill(Number.NaN);
  const maybe = (name: ColumnName) => {
    const column = read.get(name);
    return column ? Float64Array.from(column) : null;
  };
  const numbers = (name: ColumnName) => {
    const column = read.get(name);
    return column instanceof Float64Array ? column : none();
  };
  const counts = (name: ColumnName) => {
    const column = read.get(name) ?? new Uint32Array(size);
    return column instanceof Uint32Array ? column : Uint32Array.from(column);
  };
  const body = facts.raw
    ? columnsOfPoints(numbers("x"), numbers("value"))
    : {
        x0: numbers("x0"),
        x1: numbers("x1"),
        first: numbers("first"),
        last: numbers("last"),
        min: numbers("min"),
        max: numbers("max"),
        mean: numbers("mean"),
        n: counts("n"),
        nan: counts("nan"),
        posInf: counts("posInf"),
        negInf: counts("negInf"),
      };
  const at = maybe("at");
  return {
    ...facts,
    ...body,
    smoothed: maybe("smoothed"),
    at0: at ?? maybe("at0"),
    at1: at ?? maybe("at1"),
  };
}
