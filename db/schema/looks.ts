import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SeedsAtLook } from "../../server/contracts/launch/looks.ts";
import { at, json } from "./columns.ts";

/** Each time somebody was shown values of an experiment that no one had seen before, with the seeds that it had then. */
export const looks = sqliteTable(
  "looks",
  {
    experimentId: text("experiment_id").notNull(),
    /** From 1. */
    number: integer("number").notNull(),
    seeds: json<SeedsAtLook>("seeds").notNull(),
    by: text("by").notNull(),
    at: at("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.experimentId, t.number] })],
);
