import { z } from "zod";

/** Base64 characters of a packed problem set that an event may carry: some 8,000 models of 20 rows. */
export const MAX_PROBLEMS_TEXT = 7_000_000;

/**
 * A set of problems that a run leaves to others. The server reads and checks it and registers it as a benchmark, under this
 * name or, where another set has it, under this name with a number.
 */
export const ProblemsEvent = z.object({
  t: z.literal("problems"),
  at: z.number().int(),
  name: z.string().min(1).max(100),
  /** sha256 over the sorted content hashes of its problems. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  n: z.number().int().min(1).max(20_000),
  /** What a reader of the set must know of how it was made, one sentence each. */
  about: z.array(z.string().max(500)).max(40),
  /** Base64 of the gzipped JSON of a `ProblemFile`. */
  data: z.base64().max(MAX_PROBLEMS_TEXT),
});
export type ProblemsEvent = z.infer<typeof ProblemsEvent>;
