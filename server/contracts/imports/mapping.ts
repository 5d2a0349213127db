import { z } from "zod";
import { COLUMN_USES } from "./column-uses.ts";

const Column = z.string().min(1).max(300);

/** What the columns of a CSV or JSON lines file mean; what is left out is guessed, and the guess is shown before anything is stored. */
export const ColumnMapping = z.object({
  delimiter: z.enum([",", ";", "\t", "|"]).optional(),
  decimal: z.enum([".", ","]).optional(),
  /** Null: none, so that rows count on. */
  step: Column.nullable().optional(),
  run: Column.nullable().optional(),
  seed: Column.nullable().optional(),
  time: Column.nullable().optional(),
  /** Columns whose numbers are percentages: stored as fractions. */
  percent: z.array(Column).max(500).default([]),
  /** Columns whose numbers stay as they are, where that could not be told. */
  plain: z.array(Column).max(500).default([]),
  skip: z.array(Column).max(500).default([]),
});
export type ColumnMapping = z.infer<typeof ColumnMapping>;

const MappedColumn = z.object({
  name: z.string(),
  use: z.enum(COLUMN_USES),
  /** The first cells that hold something, as they stand. */
  examples: z.array(z.string()),
  /** "unknown": percentages or not, which is to be said before the import. */
  scale: z.enum(["plain", "percent", "unknown"]),
});
export type MappedColumn = z.infer<typeof MappedColumn>;

/** A file of columns as it is read: what was said, and what was guessed. */
export const MappedTable = z.object({
  file: z.string(),
  /** Null: JSON lines. */
  delimiter: z.enum([",", ";", "\t", "|"]).nullable(),
  decimal: z.enum([".", ","]),
  rows: z.number().int(),
  columns: z.array(MappedColumn),
  /** What has to be said before it can be imported. */
  questions: z.array(z.string()),
});
export type MappedTable = z.infer<typeof MappedTable>;
