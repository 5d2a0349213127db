import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { at, flag } from "./columns.ts";

/** What one team looks at together; runs, experiments, reports and ingest tokens are each of one. */
export const projects = sqliteTable("projects", {
  id: text("id").primaryKey(),
  name: text("name").notNull().unique(),
  /** How addresses and commands name it; it stays where the name changes, so that links go on working. */
  slug: text("slug").notNull().default("").unique(),
  createdAt: at("created_at").notNull(),
  archived: flag("archived").notNull().default(false),
  /** Key of a client's configuration that holds the seed, for what comes new from outside; null tries the usual ones. */
  seedKey: text("seed_key"),
  /** The recipe that the form of a launch opens with; null: the first of the bench. */
  recipe: text("recipe"),
  /** The project whose token made it, for a project of a client; null where a person did. */
  madeFrom: text("made_from"),
  /** What that client calls it, whatever people call it since. */
  madeFor: text("made_for"),
});
