import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type {
  AlertKind,
  AlertLevel,
  ConditionKind,
  MuteKind,
  RuleScope,
  SpanUnit,
  WebhookForm,
} from "../../server/contracts/alerts/words.ts";
import { at, flag, json } from "./columns.ts";
import { runs } from "./runs.ts";

/** What happened and was worth saying. A cause fires once, whoever looks and however often. */
export const alerts = sqliteTable(
  "alerts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    cause: text("cause").notNull(),
    kind: text("kind").$type<AlertKind>().notNull(),
    /** The kind, or the id of the rule that somebody wrote; the rule may be gone. */
    rule: text("rule").notNull(),
    level: text("level").$type<AlertLevel>().notNull(),
    title: text("title").notNull(),
    why: text("why").notNull(),
    runId: text("run_id").references(() => runs.id),
    at: at("at").notNull(),
    readAt: at("read_at"),
    muted: flag("muted").notNull().default(false),
  },
  (t) => [
    uniqueIndex("alerts_by_cause").on(t.cause),
    index("alerts_by_run").on(t.runId),
    index("alerts_by_rule").on(t.rule),
    index("alerts_unread")
      .on(t.id)
      .where(sql`read_at is null and not muted`),
  ],
);

/** Conditions that people wrote. */
export const alertRules = sqliteTable("alert_rules", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  metric: text("metric").notNull(),
  condition: text("condition").$type<ConditionKind>().notNull(),
  value: real("value"),
  span: real("span").notNull(),
  unit: text("unit").$type<SpanUnit>().notNull(),
  scope: text("scope").$type<RuleScope>().notNull(),
  of: text("subject"),
  level: text("level").$type<AlertLevel>().notNull(),
  enabled: flag("enabled").notNull().default(true),
  /** Rises when what it asks changes. */
  revision: integer("revision").notNull().default(1),
  createdBy: text("created_by").notNull(),
  createdAt: at("created_at").notNull(),
});

/** What is kept quiet, and until when. */
export const alertMutes = sqliteTable(
  "alert_mutes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    kind: text("kind").$type<MuteKind>().notNull(),
    subject: text("subject").notNull(),
    until: at("until"),
    by: text("by").notNull(),
    at: at("at").notNull(),
  },
  (t) => [uniqueIndex("alert_mutes_by_subject").on(t.kind, t.subject)],
);

/** How far the rows of status_events have been looked at. */
export const alertCursors = sqliteTable("alert_cursors", {
  name: text("name").primaryKey(),
  reached: integer("reached").notNull(),
});

/** Addresses of others that are told of alerts, with the secret that each message is signed by. */
export const webhooks = sqliteTable("webhooks", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  form: text("form").$type<WebhookForm>().notNull(),
  kinds: json<AlertKind[]>("kinds").notNull(),
  /** Whether several runs of an experiment are one message. */
  fold: flag("fold").notNull().default(false),
  secret: text("secret").notNull(),
  /** The secret before, which signs too until then. */
  oldSecret: text("old_secret"),
  oldUntil: at("old_until"),
  enabled: flag("enabled").notNull().default(true),
  offBecause: text("off_because"),
  /** Messages given up one behind the other. */
  failures: integer("failures").notNull().default(0),
  createdBy: text("created_by").notNull(),
  createdAt: at("created_at").notNull(),
});

/** Messages on their way, stored with the alert that they tell, so that no restart loses one. */
export const alertDeliveries = sqliteTable(
  "alert_deliveries",
  {
    /** What the receiver knows a message by; the same at every try. */
    id: text("id").primaryKey(),
    alertId: integer("alert_id")
      .notNull()
      .references(() => alerts.id),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id),
    state: text("state").$type<"waiting" | "arrived" | "given up" | "folded">().notNull(),
    tries: integer("tries").notNull().default(0),
    /** When it is tried next. */
    nextAt: at("next_at").notNull(),
    lastAt: at("last_at"),
    lastSentence: text("last_sentence"),
    /** What is sent, as it was when it was tried first. */
    body: text("body"),
    /** The message that tells this alert too. */
    foldedInto: text("folded_into"),
  },
  (t) => [
    uniqueIndex("alert_deliveries_by_alert").on(t.alertId, t.webhookId),
    index("alert_deliveries_due")
      .on(t.nextAt)
      .where(sql`state = 'waiting'`),
    index("alert_deliveries_by_webhook").on(t.webhookId, t.state),
    index("alert_deliveries_folded")
      .on(t.foldedInto)
      .where(sql`folded_into is not null`),
  ],
);
