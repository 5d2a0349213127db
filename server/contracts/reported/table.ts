import { z } from "zod";

export const COMPARATORS = [">=", "<=", ">", "<"] as const;
export type Comparator = (typeof COMPARATORS)[number];

/** One cell as it was printed, with what it says. Values are in the unit of the cell: 95 with "%" is 95 percent. */
export const ReportedCell = z.object({
  /** As it was printed, without marks of emphasis. */
  text: z.string(),
  kind: z.enum(["empty", "number", "range", "target", "text"]),
  /** A number, or the border of a target. */
  value: z.number().nullable(),
  /** Ends of a range. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  comparator: z.enum(COMPARATORS).nullable(),
  /** "~4 h". */
  approximate: z.boolean(),
  /** "+27.4": printed with its sign. */
  signed: z.boolean(),
  unit: z.string().nullable(),
  /** Digits behind the point as printed: the value is known to half a unit of the last one. */
  decimals: z.number().int().nullable(),
  /** "68/80" and "(n = 80)": hits, and of how many. */
  hits: z.number().nullable(),
  n: z.number().nullable(),
  /** "18.3 ± 1.2". */
  plusMinus: z.number().nullable(),
  /** Printed bold, as the best of its column often is. */
  bold: z.boolean(),
  /** "✅", "met", "❌", "missed". */
  mark: z.enum(["met", "missed"]).nullable(),
});
export type ReportedCell = z.infer<typeof ReportedCell>;

export const ReportedColumn = z.object({
  name: z.string(),
  /** The unit that its head names: "Time (min)". */
  unit: z.string().nullable(),
});
export type ReportedColumn = z.infer<typeof ReportedColumn>;

/** A table as somebody printed it. Nothing in it was measured here. */
export const ReportedGrid = z.object({
  columns: z.array(ReportedColumn),
  /** Each as long as the columns. */
  rows: z.array(z.array(ReportedCell)),
});
export type ReportedGrid = z.infer<typeof ReportedGrid>;

export const TABLE_FORMATS = ["markdown", "latex", "html", "csv"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const FINDING_SEVERITIES = ["info", "warning", "error"] as const;

/** What a rule says of a table, and of which of its cells: row and column, from 0. */
export const TableFinding = z.object({
  rule: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  message: z.string(),
  cells: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type TableFinding = z.infer<typeof TableFinding>;
