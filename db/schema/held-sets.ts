import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { at } from "./columns.ts";

/** Sets of problems that somebody held for confirmation, by the hash over their content. */
export const heldSets = sqliteTable("held_sets", {
  hash: text("hash").primaryKey(),
  by: text("by").notNull(),
  at: at("at").notNull(),
});
