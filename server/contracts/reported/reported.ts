import { z } from "zod";
import { NewIn } from "../housekeeping/projects.ts";
import { idSchema } from "../ids.ts";
import { nameSchema } from "../name-schema.ts";
import { ReportedGrid, TABLE_FORMATS, TableFinding } from "./table.ts";

/** The longest text that is pasted at once. */
export const MOST_PASTED = 500_000;

export const PreviewTablesInput = z.object({ text: z.string().max(MOST_PASTED) });
export type PreviewTablesInput = z.infer<typeof PreviewTablesInput>;

export const AddTablesInput = PreviewTablesInput.extend({
  project: NewIn,
  document: nameSchema({
    what: "The name of a document",
    most: 200,
    missing: "Name the document that the table stands in.",
  }),
  /** As the document says it: 2026-01-17. */
  documentDate: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, "A date is 2026, 2026-01 or 2026-01-17.")
    .nullish(),
  /** What the table is called; default: what stands above it. */
  title: z.string().trim().max(200).nullish(),
});
export type AddTablesInput = z.input<typeof AddTablesInput>;

/** A table as it was read, with what the rules say of it. */
export const ReadTableAnswer = z.object({
  title: z.string(),
  format: z.enum(TABLE_FORMATS),
  grid: ReportedGrid,
  notes: z.array(z.string()),
  findings: z.array(TableFinding),
});
export type ReadTableAnswer = z.infer<typeof ReadTableAnswer>;

export const ReportedTable = ReadTableAnswer.extend({
  id: z.string(),
  project: z.string(),
  document: z.string(),
  documentDate: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.number().int(),
  /** It was there before with the same content. */
  isKnown: z.boolean(),
});
export type ReportedTable = z.infer<typeof ReportedTable>;

export const ReportedRow = ReportedTable.omit({
  grid: true,
  findings: true,
  notes: true,
  isKnown: true,
}).extend({
  rows: z.number().int(),
  columns: z.number().int(),
  findings: z.object({ error: z.number().int(), warning: z.number().int(), info: z.number().int() }),
});
export type ReportedRow = z.infer<typeof ReportedRow>;

export const ReportedId = z.object({ id: idSchema("reported") });
export type ReportedId = z.infer<typeof ReportedId>;
