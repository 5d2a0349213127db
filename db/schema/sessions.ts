import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { at, json } from "./columns.ts";

/** Browser sessions by the hash of their secret, so that a restart keeps people logged in and a copy of the file opens nothing. */
export const sessions = sqliteTable("sessions", {
  secretHash: text("secret_hash").primaryKey(),
  createdAt: at("created_at").notNull(),
  seenAt: at("seen_at").notNull(),
  expiresAt: at("expires_at").notNull(),
});

/** What changed, in commit order; the id is what a browser resumes its event stream from. Old rows are pruned. */
export const ticks = sqliteTable("ticks", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  at: at("at").notNull(),
  topics: json<string[]>("topics").notNull(),
  /** Runs that got points, with the highest x of these; null when there are none. */
  advanced: json<Record<string, number>>("advanced"),
});
