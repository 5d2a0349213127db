import { z } from "zod";
import { idSchema } from "./ids.ts";
import { nameSchema } from "./name-schema.ts";

/** One thing that was not taken and why, named so that a person can find it. `problem` is null where it is about the whole. */
export const Refusal = z.object({
  file: z.string(),
  problem: z.string().nullable(),
  line: z.number().int().nullable(),
  reason: z.string(),
});
export type Refusal = z.infer<typeof Refusal>;

const WordCount = z.object({ word: z.string(), count: z.number().int() });
const Range = z.object({ min: z.number().int(), max: z.number().int() });

/** What a registered benchmark holds, and what of its folder it does not. */
export const BenchmarkSummary = z.object({
  format: z.string(),
  listed: z.number().int(),
  taken: z.number().int(),
  withRoots: z.number().int(),
  withInjected: z.number().int(),
  withIntegers: z.number().int(),
  integralityOnly: z.number().int(),
  types: z.array(WordCount),
  levels: z.array(WordCount),
  rows: Range,
  columns: Range,
  cautions: z.array(z.string()),
  skipped: z.array(Refusal),
  /** Of problems that were taken: what the folder says of them and their models contradict. Absent where it was not looked at. */
  doubts: z.array(Refusal).optional(),
  /** The run that left the set, and what it says of how it was made. Absent for uploaded folders. */
  madeBy: z.object({ runId: z.string(), runName: z.string(), recipe: z.string() }).optional(),
  about: z.array(z.string()).optional(),
});
export type BenchmarkSummary = z.infer<typeof BenchmarkSummary>;

export const Benchmark = z.object({
  id: idSchema("benchmark"),
  name: z.string(),
  /** What it was called before, which runs may still name. */
  formerNames: z.array(z.string()).optional(),
  hash: z.string(),
  n: z.number().int(),
  summary: BenchmarkSummary,
  createdBy: z.string(),
  createdAt: z.number().int(),
});
export type Benchmark = z.infer<typeof Benchmark>;

const FileName = z
  .string()
  .min(1)
  .max(300)
  .refine((name) => !name.split(/[\\/]/).includes("..") && !/^[\\/]|\0|^[A-Za-z]:/.test(name), {
    message: "A file name is relative to the benchmark folder and does not leave it.",
  });

/** One batch of an upload. Files are read by the browser or the command line; the server opens no path a client names. */
export const StageFilesInput = z.object({
  stagingId: z.uuid(),
  files: z
    .array(z.object({ name: FileName, text: z.string() }))
    .min(1)
    .max(2000),
});
export type StageFilesInput = z.infer<typeof StageFilesInput>;

export const BenchmarkName = nameSchema({
  what: "A benchmark name",
  most: 120,
  missing: "Give the benchmark a name.",
})
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u,
    "A benchmark name starts with a letter or digit and holds letters, digits, spaces, dots, - and _.",
  )
  .refine((name) => name !== "generated", { message: 'The name "generated" stands for generated problems.' });

export const RegisterBenchmarkInput = z.object({ stagingId: z.uuid(), name: BenchmarkName });
export type RegisterBenchmarkInput = z.infer<typeof RegisterBenchmarkInput>;
