import { z } from "zod";
import type { WireNumber } from "../../../workers/protocol/events.ts";
import { LAST_PAGE } from "../ask-limits.ts";
import { idSchema } from "../ids.ts";
import { nameSchema } from "../name-schema.ts";
import { AUDIT_LIMITS } from "./audit-limits.ts";
import { ROLLOUT_PHASES } from "./rollout-limits.ts";
import type { TextPage } from "./rollouts.ts";

const id = idSchema("audit");
const position = z
  .number()
  .int()
  .min(0)
  .max(AUDIT_LIMITS.most - 1);

export const AuditListInput = z.object({ runId: idSchema("run") });
export type AuditListInput = z.infer<typeof AuditListInput>;

/** Draws completions of a step, or of all steps of a phase. The same draw again is the same audit. */
export const DrawAuditInput = z.object({
  runId: idSchema("run"),
  phase: z.enum(ROLLOUT_PHASES),
  step: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().default(null),
  /** The least reward by which the verifier accepts; null: halfway between the least and the greatest. */
  threshold: z.number().nullable().default(null),
  size: z
    .number()
    .int()
    .min(AUDIT_LIMITS.least, `An audit marks at least ${AUDIT_LIMITS.least} completions.`)
    .max(AUDIT_LIMITS.most, `An audit marks at most ${AUDIT_LIMITS.most} completions.`)
    .default(AUDIT_LIMITS.usual),
  seed: z.number().int().min(0).max(4_294_967_295).default(1),
});
export type DrawAuditInput = z.infer<typeof DrawAuditInput>;

export const AuditInput = z.object({ id });
export type AuditInput = z.infer<typeof AuditInput>;

/** One page of the text of a completion, and the first page of its prompt. */
export const AuditItemInput = z.object({
  id,
  position,
  page: z.number().int().min(0).max(LAST_PAGE).default(0),
});
export type AuditItemInput = z.infer<typeof AuditItemInput>;

/** A person says of a completion that it is right or wrong; null takes that back. */
export const MarkAuditInput = z.object({
  id,
  position,
  by: nameSchema({ what: "A name", most: AUDIT_LIMITS.name, missing: "Say who marks." }),
  right: z.boolean().nullable(),
});
export type MarkAuditInput = z.infer<typeof MarkAuditInput>;

/** A share of completions with its 95 % interval, 0 to 1. */
export const AuditedShare = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type AuditedShare = z.infer<typeof AuditedShare>;

/** What the marks of one person say. */
export const AuditEstimate = z.object({
  by: z.string(),
  /** Marks, of what the verifier accepted and of what it rejected. */
  n: z.number().int(),
  marked: z.object({ accepted: z.number().int(), rejected: z.number().int() }),
  wrongOfAccepted: AuditedShare.nullable(),
  rightOfRejected: AuditedShare.nullable(),
  falsePositiveRate: AuditedShare.nullable(),
  falseNegativeRate: AuditedShare.nullable(),
  corrected: AuditedShare.nullable(),
});
export type AuditEstimate = z.infer<typeof AuditEstimate>;

/** An audit as a line: the success that was measured, and what it is without the verifier's errors. */
export const AuditLine = z.object({
  id: z.string(),
  phase: z.enum(ROLLOUT_PHASES),
  /** Null: of all steps of the phase. */
  step: z.number().int().nullable(),
  /** Share of all completions that the verifier accepts. */
  measured: z.number(),
  /** Null while the verifier accepts or rejects some of which none was marked. */
  corrected: AuditedShare.nullable(),
  /** Completions that anybody marked, and who did. */
  n: z.number().int(),
  people: z.array(z.string()),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** Two people's marks of the same completions. */
export const AuditAgreement = z.object({
  a: z.string(),
  b: z.string(),
  /** What both marked, and what of it alike. */
  n: z.number().int(),
  alike: z.number().int(),
  /** Cohen's; null where it says nothing: fewer than two common marks, or one and the same mark everywhere. */
  kappa: z.number().nullable(),
  /** Positions of what one calls right and the other wrong. */
  differ: z.array(z.number().int()),
});
export type AuditAgreement = z.infer<typeof AuditAgreement>;

export const AuditItem = z.object({
  position: z.number().int(),
  step: z.number().int(),
  /** Group and place in it. */
  key: z.string(),
  place: z.number().int(),
  reward: z.number(),
  length: z.number().nullable(),
  accepted: z.boolean(),
  marks: z.array(z.object({ by: z.string(), right: z.boolean() })),
});
export type AuditItem = z.infer<typeof AuditItem>;

export const AuditView = AuditLine.extend({
  run: z.object({ id: z.string(), name: z.string() }),
  threshold: z.number(),
  seed: z.number().int(),
  at: z.number().int(),
  by: z.string(),
  /** Completions it was drawn from, those of them that the verifier accepts, and those without a reward, which are left out. */
  population: z.object({ n: z.number().int(), accepted: z.number().int(), unrewarded: z.number().int() }),
  items: z.array(AuditItem),
  estimates: z.array(AuditEstimate),
  agreements: z.array(AuditAgreement),
});
export type AuditView = z.infer<typeof AuditView>;

/** What a person reads before marking. */
export interface AuditItemText {
  prompt: TextPage | null;
  completion: TextPage | null;
  /** The completion was sent again with other content since it was drawn, or is there no more: it cannot be marked. */
  changed: boolean;
  /** As it is now; null where it is there no more. */
  reward: WireNumber | null;
}
