import { z } from "zod";
import { idSchema } from "../ids.ts";
import { Keep } from "./annotations.ts";

/** Things that are deleted with what belongs to them, and can be brought back for some minutes. */
export const DeletionInput = z.object({ id: z.union([idSchema("experiment"), idSchema("benchmark")]) });
export type DeletionInput = z.infer<typeof DeletionInput>;

const Named = z.object({ id: z.string(), title: z.string() });

/** What goes with an experiment or a benchmark, and what stays without it. */
export const Deletion = z.object({
  id: z.string(),
  name: z.string(),
  /** What goes with it, in one sentence. */
  message: z.string(),
  /** What depends on it and stays, one sentence each. */
  stays: z.array(z.string()),
  /** Published reports that hold a value computed from it. */
  reports: z.array(Named),
});
export type Deletion = z.infer<typeof Deletion>;

export const Deleted = Deletion.extend({
  /** When it is gone for good, ms. */
  purgeAt: z.number().int(),
  /** `keep` with these brings it back until then. */
  undo: z.array(Keep),
});
export type Deleted = z.infer<typeof Deleted>;
