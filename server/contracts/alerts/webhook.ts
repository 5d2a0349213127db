import { z } from "zod";
import { idSchema } from "../ids.ts";
import { nameSchema } from "../name-schema.ts";
import { ALERT_KINDS, ALERT_LIMITS, WEBHOOK_FORMS } from "./words.ts";

const Name = nameSchema({ what: "The name of a webhook", most: 80, missing: "Write a name." });
const Kinds = z.array(z.enum(ALERT_KINDS)).min(1, "Choose at least one kind of alert.");

export const NewWebhookInput = z.object({
  name: Name,
  url: z.string().trim().min(1, "Write the address.").max(ALERT_LIMITS.url),
  form: z.enum(WEBHOOK_FORMS),
  kinds: Kinds,
  /** Whether several runs of an experiment are one message; without it Slack folds and JSON does not. */
  fold: z.boolean().optional(),
});
export type NewWebhookInput = z.infer<typeof NewWebhookInput>;

export const ChangeWebhookInput = z.object({
  id: idSchema("webhook"),
  name: Name.optional(),
  kinds: Kinds.optional(),
  fold: z.boolean().optional(),
  enabled: z.boolean().optional(),
});
export type ChangeWebhookInput = z.infer<typeof ChangeWebhookInput>;

/** The address is a secret where a service makes it one, so of its path only the last characters are told. */
export const WebhookRow = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  form: z.enum(WEBHOOK_FORMS),
  kinds: z.array(z.enum(ALERT_KINDS)),
  /** Whether several runs of an experiment are one message. */
  fold: z.boolean(),
  enabled: z.boolean(),
  /** Why it is off, where nobody turned it off. */
  offBecause: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.number().int(),
  /** Deliveries that wait, that arrived, and that were given up. */
  waiting: z.number().int(),
  arrived: z.number().int(),
  givenUp: z.number().int(),
  last: z.object({ at: z.number().int(), ok: z.boolean(), message: z.string() }).nullable(),
  /** When what waits longest is tried next. */
  nextAt: z.number().int().nullable(),
});
export type WebhookRow = z.infer<typeof WebhookRow>;

/** The secret is in this answer and in no other. */
export const CreatedWebhook = z.object({ webhook: WebhookRow, secret: z.string() });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const WebhookTest = z.object({ ok: z.boolean(), message: z.string() });
export type WebhookTest = z.infer<typeof WebhookTest>;
