import { z } from "zod";

/**
 * A registered benchmark as the server stores it and a trainer reads it: one file, problems by content.
 * `roots` are groups of element names, one group per injected fault; naming one member of a group finds that fault.
 */
export const ProblemRecord = z.object({
  key: z.string().min(1).max(200),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.string().max(16),
  level: z.string().max(16),
  mps: z.string().max(2_000_000),
  roots: z.array(z.array(z.string().max(200)).min(1)).max(64),
  /** Rows and columns that the sabotage added or changed; null where the source does not say. */
  injected: z.array(z.string().max(200)).nullable(),
  originalObjective: z.number().nullable(),
});
export type ProblemRecord = z.infer<typeof ProblemRecord>;

export const ProblemFile = z.object({
  name: z.string().min(1).max(120),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  problems: z.array(ProblemRecord).min(1).max(20_000),
});
export type ProblemFile = z.infer<typeof ProblemFile>;
