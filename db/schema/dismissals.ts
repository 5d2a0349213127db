import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { at } from "./columns.ts";
import { runs } from "./runs.ts";

/** Findings of checks that a person has set aside, with the reason. What they forbid they still forbid. */
export const dismissals = sqliteTable(
  "dismissals",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    rule: text("rule").notNull(),
    /** The metric that it is about; empty: the whole run. */
    metric: text("metric").notNull(),
    reason: text("reason").notNull(),
    by: text("by").notNull(),
    at: at("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.rule, t.metric] })],
);
