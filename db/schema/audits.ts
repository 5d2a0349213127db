import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { at, flag, json } from "./columns.ts";
import { runs } from "./runs.ts";

/** Completions that were drawn so that people say whether the verifier judged them rightly. */
export const audits = sqliteTable(
  "audits",
  {
    id: text("id").primaryKey(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    phase: text("phase").$type<"train" | "eval">().notNull(),
    /** Null: all steps of the phase. */
    step: integer("step"),
    /** The verifier accepts from this reward on. */
    threshold: real("threshold").notNull(),
    seed: integer("seed").notNull(),
    /** Of what was drawn, by which the same draw is known. */
    digest: text("digest").notNull(),
    /** By stratum what the verifier says and how many completions there are. */
    strata: json<{ accepted: boolean; size: number }[]>("strata").notNull(),
    /** Completions without a finite reward, which are in no stratum. */
    unrewarded: integer("unrewarded").notNull(),
    by: text("by").notNull(),
    at: at("at").notNull(),
  },
  (t) => [uniqueIndex("audits_by_draw").on(t.runId, t.digest), index("audits_by_run").on(t.runId, t.at)],
);

/** A drawn completion, with reward and length as they were then. */
export const auditItems = sqliteTable(
  "audit_items",
  {
    auditId: text("audit_id")
      .notNull()
      .references(() => audits.id),
    /** In the order in which they are shown, from 0. */
    position: integer("position").notNull(),
    stratum: integer("stratum").notNull(),
    step: integer("step").notNull(),
    key: text("key").notNull(),
    place: integer("place").notNull(),
    reward: real("reward").notNull(),
    length: real("length"),
    /** Of reward and text, by which a completion is known that was sent again with other content. */
    digest: text("digest").notNull(),
  },
  (t) => [primaryKey({ columns: [t.auditId, t.position] })],
);

/** What a person says of a drawn completion. */
export const auditMarks = sqliteTable(
  "audit_marks",
  {
    auditId: text("audit_id")
      .notNull()
      .references(() => audits.id),
    position: integer("position").notNull(),
    by: text("by").notNull(),
    right: flag("is_right").notNull(),
    at: at("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.auditId, t.by, t.position] })],
);
