import { z } from "zod";
import { ANNOTATION_LIMITS } from "./annotation-limits.ts";
import { CROCKFORD, ID_PREFIXES } from "../ids.ts";
import { nameSchema } from "../name-schema.ts";

/** Things that people name, tag, note, pin and archive. */
export const ANNOTATED_KINDS = ["run", "experiment", "benchmark"] as const;
export type AnnotatedKind = (typeof ANNOTATED_KINDS)[number];

const KeptId = z
  .string()
  .regex(
    new RegExp(`^(${ANNOTATED_KINDS.map((kind) => ID_PREFIXES[kind]).join("|")})_[${CROCKFORD}]{16}$`),
    "This is not the id of a run, an experiment or a benchmark.",
  );

const TagName = nameSchema({ what: "A tag", most: ANNOTATION_LIMITS.tag, missing: "Write the tag." }).refine(
  (tag) => !/[,\s]/.test(tag),
  "A tag is one word: no blanks and no commas.",
);
const Tags = z
  .array(TagName)
  .max(ANNOTATION_LIMITS.tags, `At most ${ANNOTATION_LIMITS.tags} tags go on one thing.`);

/** What is to be otherwise of one thing; what is not named stays. `tags` are all of them, the other two change some. */
export const Keep = z.object({
  id: KeptId,
  name: nameSchema({ what: "A name", most: ANNOTATION_LIMITS.name, missing: "Write the name." }).optional(),
  /** The name that `name` is given over: refused where the thing has another by now. */
  nameWas: z.string().max(ANNOTATION_LIMITS.name).optional(),
  tags: Tags.optional(),
  addTags: Tags.optional(),
  removeTags: Tags.optional(),
  notes: z
    .string()
    .max(
      ANNOTATION_LIMITS.notes,
      `Notes have at most ${ANNOTATION_LIMITS.notes} characters; longer texts are reports.`,
    )
    .optional(),
  /** The notes that `notes` were written over: refused where there are others by now. */
  notesWere: z.string().max(ANNOTATION_LIMITS.notes).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** Brings back what was deleted and is not gone yet; to unarchive it does so too. */
  deleted: z.literal(false).optional(),
});
export type Keep = z.infer<typeof Keep>;

export const AnnotateInput = z.object({
  changes: z
    .array(Keep)
    .min(1, "Name at least one thing.")
    .max(ANNOTATION_LIMITS.changes, `At most ${ANNOTATION_LIMITS.changes} things are changed at once.`),
});
export type AnnotateInput = z.infer<typeof AnnotateInput>;

/** What people noted of a thing. */
export const Annotations = z.object({
  tags: z.array(z.string()),
  notes: z.string(),
  pinned: z.boolean(),
  archived: z.boolean(),
  /** When it is gone for good, ms; absent for what nobody deleted. */
  purgeAt: z.number().int().optional(),
});
export type Annotations = z.infer<typeof Annotations>;

export const AnnotateAnswer = z.object({
  /** Things that are otherwise now; what was so already is not counted. */
  changed: z.number().int(),
  /** What was done, in words. */
  message: z.string(),
  /** The same verb with these puts everything back. */
  undo: z.array(Keep),
});
export type AnnotateAnswer = z.infer<typeof AnnotateAnswer>;
