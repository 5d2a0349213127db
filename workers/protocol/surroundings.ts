import { z } from "zod";

/** Longest text of a diff that is kept, in UTF-16 code units. */
export const DIFF_CHARACTERS = 200_000;
const MOST_PACKAGES = 2000;
/** So many names of what is not hashed are told. */
export const MOST_UNHASHED = 200;

const Word = z.string().max(400);

/**
 * What a run was started with, so that it can be done again and told from another: read by the worker just before the start,
 * with secrets taken out. What could not be read is null.
 */
export const Surroundings = z.object({
  host: Word,
  system: Word,
  /** Of the GPUs' driver. */
  driver: Word.nullable(),
  /** The GPUs that it was given; absent where none were, or an engine gave them. */
  gpus: z
    .array(z.object({ uuid: Word, name: Word, memoryMiB: z.number().nullable() }))
    .max(64)
    .optional(),
  /** CUDA of the interpreter's torch; null: a build for processors. Absent where it has no torch. */
  cuda: Word.nullable().optional(),
  /** The folder of the script. */
  folder: z.string().max(1000),
  /** The folder of the run that it was started in, with copies of `files`; absent for runs that were started in `folder`. */
  ranIn: z.string().max(1000).optional(),
  /** Content hash of the recipe's files, and each of them. */
  hash: z.string().max(64).nullable(),
  files: z.record(z.string().max(400), z.string().max(64)),
  /** What the run saw of the folder that is not hashed, and how many names more; those of it from which code can come. */
  unhashed: z.array(Word).max(MOST_UNHASHED).optional(),
  unhashedMore: z.number().int().min(0).optional(),
  unhashedCode: z.array(Word).max(MOST_UNHASHED).optional(),
  git: z
    .object({
      commit: Word,
      branch: Word.nullable(),
      /** Paths below the folder that differ from the commit or are not in it. */
      changed: z.array(z.string().max(400)).max(1000),
      diff: z.string().max(DIFF_CHARACTERS),
      /** The diff is longer than what is kept. */
      isCut: z.boolean(),
    })
    .nullable(),
  interpreter: z.object({ path: z.string().max(1000), version: Word.nullable() }).nullable(),
  packages: z
    .record(z.string().max(200), z.string().max(100))
    .refine((p) => Object.keys(p).length <= MOST_PACKAGES),
});
export type Surroundings = z.infer<typeof Surroundings>;
