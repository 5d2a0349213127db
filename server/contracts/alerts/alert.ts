import { z } from "zod";
import { idSchema } from "../ids.ts";
import type { AlertLine } from "./fold.ts";
import { ALERT_KINDS, ALERT_LEVELS, ALERT_LIMITS, MUTE_KINDS } from "./words.ts";

/** Something that happened to a run, said once. Numbers rise in the order in which alerts fired. */
export const AlertRow = z.object({
  id: z.number().int(),
  kind: z.enum(ALERT_KINDS),
  /** What mutes its like: the kind, or the id of the rule that somebody wrote. */
  rule: z.string(),
  level: z.enum(ALERT_LEVELS),
  title: z.string(),
  /** What was seen, and which rule takes it for worth saying. */
  why: z.string(),
  at: z.number().int(),
  readAt: z.number().int().nullable(),
  /** It fired while it was muted: kept, and told to nobody. */
  muted: z.boolean(),
  run: z.object({ id: z.string(), name: z.string(), state: z.string() }).nullable(),
  /** With how many runs it has, of which this is one. */
  experiment: z.object({ id: z.string(), title: z.string(), runs: z.number().int() }).nullable(),
});
export type AlertRow = z.infer<typeof AlertRow>;

export const ListAlertsInput = z.object({
  only: z.enum(["unread", "all", "muted"]).default("all"),
  run: idSchema("run").optional(),
  experiment: idSchema("experiment").optional(),
  /** Alerts before this one, for the next page. */
  before: z.number().int().positive().optional(),
  limit: z.number().int().min(1).max(ALERT_LIMITS.page).default(50),
});
export type ListAlertsInput = z.infer<typeof ListAlertsInput>;

export const AlertList = z.object({
  alerts: z.array(AlertRow),
  /** All that fit, and how many alerts nobody has read. */
  total: z.number().int(),
  unread: z.number().int(),
});
export type AlertList = z.infer<typeof AlertList>;

export const AlertLinesInput = ListAlertsInput.omit({ limit: true }).extend({
  limit: z.number().int().min(1).max(ALERT_LIMITS.lines).default(ALERT_LIMITS.lines),
});
export type AlertLinesInput = z.input<typeof AlertLinesInput>;

/** A line of a folded list, with the newest of its alerts; `ids` are all of them. */
export interface ToldLine extends AlertLine<AlertRow> {
  ids: number[];
}

/** A page of a folded list. Lines are folded over all alerts that fit, so a page more never changes one. */
export interface AlertLines {
  lines: ToldLine[];
  /** Lines after these. */
  older: number;
  /** Alerts that fit, and how many alerts nobody has read. */
  total: number;
  unread: number;
  /** The number of the newest alert that fits. */
  newest: number | null;
}

/** Named ones, or all up to one. */
export const MarkInput = z.object({
  read: z.boolean(),
  ids: z.array(z.number().int().positive()).max(ALERT_LIMITS.marked).optional(),
  upTo: z.number().int().positive().optional(),
});
export type MarkInput = z.infer<typeof MarkInput>;

/** What was changed: marking these the other way takes it back. */
export const Marked = z.object({ read: z.boolean(), ids: z.array(z.number().int()) });
export type Marked = z.infer<typeof Marked>;

export const MuteInput = z.object({
  kind: z.enum(MUTE_KINDS),
  /** A kind of alert or the id of a rule; the id of a run or an experiment. */
  subject: z.string().min(1).max(60),
  /** How long from now, ms; null until somebody takes it back. */
  forMs: z
    .number()
    .int()
    .positive()
    .max(366 * 86_400_000)
    .nullable(),
});
export type MuteInput = z.infer<typeof MuteInput>;

export const MuteRow = z.object({
  id: z.number().int(),
  kind: z.enum(MUTE_KINDS),
  subject: z.string(),
  /** As a person knows it. */
  name: z.string(),
  until: z.number().int().nullable(),
  by: z.string(),
  at: z.number().int(),
});
export type MuteRow = z.infer<typeof MuteRow>;
