import { z } from "zod";
import { idSchema } from "./ids.ts";

/** Why one problem of an import was left out, named so that a person can find it. */
export const SkippedProblem = z.object({ problem: z.string(), file: z.string().nullable(), why: z.string() });
export type SkippedProblem = z.infer<typeof SkippedProblem>;

export const BenchmarkSummary = z.object({
  source: z.string(),
  byType: z.record(z.string(), z.number().int()),
  byLevel: z.record(z.string(), z.number().int()),
  integerModels: z.number().int(),
  withRoots: z.number().int(),
  withInjected: z.number().int(),
  skipped: z.array(SkippedProblem),
});
export type BenchmarkSummary = z.infer<typeof BenchmarkSummary>;

export const Benchmark = z.object({
  id: idSchema("benchmark"),
  name: z.string(),
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
  files: z.array(z.object({ name: FileName, text: z.string() })).min(1).max(2000),
});
export type StageFilesInput = z.infer<typeof StageFilesInput>;

export const BenchmarkName = z
  .string()
  .trim()
  .min(1, "Give the benchmark a name.")
  .max(120, "A benchmark name has at most 120 characters.")
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, "A benchmark name starts with a letter or digit and holds letters, digits, spaces, dots, - and _.")
  .refine((name) => name !== "generated", { message: 'The name "generated" stands for generated problems.' });

export const RegisterBenchmarkInput = z.object({ stagingId: z.uuid(), name: BenchmarkName });
export type RegisterBenchmarkInput = z.infer<typeof RegisterBenchmarkInput>;
