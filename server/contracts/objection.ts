import { z } from "zod";

/** A claim by its parts: one number, the words around it, and how the number is written. */
export const Measured = z.object({
  before: z.string(),
  /** A share is 0 to 1. */
  value: z.number(),
  kind: z.enum(["share", "factor", "number"]),
  after: z.string(),
});
export type Measured = z.infer<typeof Measured>;

/** Something that must be said beside a number. `note` informs, `caution` weakens, `objection` forbids a ranking. */
export const Objection = z.object({
  /** Rule id as in the registry of server/judgement: D run health, C comparability, L launch, I integrity, P PRM. */
  rule: z.string(),
  /** Older answers, as in published reports, do not say it. */
  family: z.enum(["run health", "comparability", "launch", "integrity", "prm", ""]).default(""),
  severity: z.enum(["note", "caution", "objection"]),
  /** A note that forbids a ranking all the same: the two were made to differ in this. */
  forbids: z.literal(true).optional(),
  /** The metric it is about; null when it is about the whole row or run. */
  metric: z.string().nullable(),
  /** Metrics whose charts carry it as a flag, `metric` among them. */
  speaksOf: z.array(z.string()).default([]),
  /** Bold first sentence. */
  claim: z.string(),
  /** The parts of a claim about one run that states a number, so that of several runs the range can be said. */
  measured: Measured.optional(),
  /** Of several runs of one configuration: in how many of them it is so, and their numbers, where the claim states one. */
  across: z.object({ runs: z.number().int(), of: z.number().int(), measured: z.array(Measured) }).optional(),
  /** The numbers behind it. */
  evidence: z.string(),
  /** What to do about it. */
  action: z.string(),
  a: z.string().nullable(),
  b: z.string().nullable(),
  /** Train steps it speaks about, for a flag on a chart. */
  span: z.object({ from: z.number(), to: z.number() }).nullable(),
});
export type Objection = z.infer<typeof Objection>;
