import { z } from "zod";
import { NewIn } from "../housekeeping/projects.ts";
import { idSchema } from "../ids.ts";
import { nameSchema } from "../name-schema.ts";
import { ColumnMapping, MappedTable } from "./mapping.ts";

/** Files that were sent under an id before, base64 each, and what is to become of them. */
export const ImportInput = z.object({
  stagingId: z.uuid(),
  project: NewIn,
  experiment: nameSchema({
    what: "The name of an experiment",
    most: 200,
    missing: "Name the experiment that the runs go into.",
  }),
  /** How far the zone of times that name none is ahead of UTC. */
  utcOffsetMinutes: z
    .number()
    .int()
    .min(-14 * 60)
    .max(14 * 60)
    .default(0),
  /** Of which benchmark the problems are, where the files do not say. */
  benchmark: z.string().trim().min(1).max(200).nullish(),
  /** What the columns of CSV and JSON lines mean. */
  mapping: ColumnMapping.nullish(),
  /** False: a preview, which is worked out as the import and stores nothing. */
  commit: z.boolean(),
});
export type ImportInput = z.input<typeof ImportInput>;

/** Files that were sent under an id before. */
export const StagedFiles = ImportInput.pick({ stagingId: true });
export type StagedFiles = z.infer<typeof StagedFiles>;

/** How far an import is: bytes that were read, or points and rows that were stored. */
export interface ImportProgress {
  phase: "reading" | "storing";
  done: number;
  of: number;
}

export const IMPORT_OUTCOMES = ["new", "updated", "unchanged"] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

const ImportedRunAnswer = z.object({
  name: z.string(),
  outcome: z.enum(IMPORT_OUTCOMES),
  /** Null in a preview of a run that is not there yet. */
  runId: z.string().nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  evaluations: z.array(
    z.object({
      key: z.string(),
      /** Null: the source does not name it. */
      benchmark: z.string().nullable(),
      /** The registered benchmark that its problems are. */
      registered: z.string().nullable(),
      n: z.number().int(),
      solved: z.number().int(),
    }),
  ),
  points: z.number().int(),
  /** Sentences about how it was read. */
  notes: z.array(z.string()),
  /** What objects to it: a summary that its rows do not give, and the like. */
  cautions: z.array(z.string()),
});
export type ImportedRunAnswer = z.infer<typeof ImportedRunAnswer>;

export const ImportAnswer = z.object({
  committed: z.boolean(),
  /** Null in a preview, and where nothing changed. */
  importId: z.string().nullable(),
  experiment: z.string(),
  kinds: z.array(z.string()),
  runs: z.array(ImportedRunAnswer),
  /** CSV and JSON lines with what each column is taken for. */
  tables: z.array(MappedTable),
  notes: z.array(z.string()),
});
export type ImportAnswer = z.infer<typeof ImportAnswer>;

export const ImportId = z.object({ id: idSchema("import") });
export type ImportId = z.infer<typeof ImportId>;

export const UndoneImport = z.object({
  id: z.string(),
  /** Runs that were deleted with it, and names of runs that it had updated, which stay as they are. */
  deleted: z.number().int(),
  stays: z.array(z.string()),
});
export type UndoneImport = z.infer<typeof UndoneImport>;

export const ImportRow = z.object({
  id: z.string(),
  project: z.string(),
  experiment: z.string(),
  kinds: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  runs: z.number().int(),
  createdBy: z.string(),
  createdAt: z.number().int(),
  undoneBy: z.string().nullable(),
  undoneAt: z.number().int().nullable(),
});
export type ImportRow = z.infer<typeof ImportRow>;
