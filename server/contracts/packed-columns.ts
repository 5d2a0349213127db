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
