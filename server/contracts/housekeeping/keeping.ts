import { z } from "zod";
import { KEEPING_LIMITS } from "./keeping-limits.ts";
import { CROCKFORD, ID_PREFIXES } from "../ids.ts";
import { nameSchema } from "../name-schema.ts";

/** Things that people name, tag, note, pin and archive. */
export const KEPT_KINDS = ["run", "experiment", "benchmark"] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

const KeptId = z
  .string()
  .regex(
    new RegExp(`^(${KEPT_KINDS.map((kind) => ID_PREFIXES[kind]).join("|")})_[${CROCKFORD}]{16}$`),
    "This is not the id of a run, an experiment or a benchmark.",
  );

const TagName = nameSchema({ what: "A tag", most: KEEPING_LIMITS.tag, missing: "Write the tag." }).refine(
  (tag) => !/[,\s]/.test(tag),
  "A tag is one word: no blanks and no commas.",
);
const Tags = z
  .array(TagName)
  .max(KEEPING_LIMITS.tags, `At most ${KEEPING_LIMITS.tags} tags go on one thing.`);

/** What is to be otherwise of one thing; what is not named stays. `tags` are all of them, the other two change some. */
export const Keep = z.object({
  id: KeptId,
  name: nameSchema({ what: "A name", most: KEEPING_LIMITS.name, missing: "Write the name." }).optional(),
  /** The name that `name` is given over: refused where the thing has another by now. */
  nameWas: z.string().max(KEEPING_LIMITS.name).optional(),
  tags: Tags.optional(),
  addTags: Tags.optional(),
  removeTags: Tags.optional(),
  notes: z
    .string()
    .max(
      KEEPING_LIMITS.notes,
      `Notes have at most ${KEEPING_LIMITS.notes} characters; longer texts are reports.`,
    )
    .optional(),
  /** The notes that `notes` were written over: refused where there are others by now. */
  notesWere: z.string().max(KEEPING_LIMITS.notes).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** Brings back what was deleted and is not gone yet; to unarchive it does so too. */
  deleted: z.literal(false).optional(),
});
export type Keep = z.infer<typeof Keep>;

export const KeepInput = z.object({
  changes: z
    .array(Keep)
    .min(1, "Name at least one thing.")
    .max(KEEPING_LIMITS.changes, `At most ${KEEPING_LIMITS.changes} things are changed at once.`),
});
export type KeepInput = z.infer<typeof KeepInput>;

/** What people noted of a thing. */
export const Kept = z.object({
  tags: z.array(z.string()),
  notes: z.string(),
  pinned: z.boolean(),
  archived: z.boolean(),
  /** When it is gone for good, ms; absent for what nobody deleted. */
  goesAt: z.number().int().optional(),
});
export type Kept = z.infer<typeof Kept>;

export const KeepAnswer = z.object({
  /** Things that are otherwise now; what was so already is not counted. */
  changed: z.number().int(),
  /** What was done, in words. */
  sentence: z.string(),
  /** The same verb with these puts everything back. */
  undo: z.array(Keep),
});
export type KeepAnswer = z.infer<typeof KeepAnswer>;
