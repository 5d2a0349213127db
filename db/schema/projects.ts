import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { at } from "./columns.ts";

export const projects = sqliteTable("projects", {
  id: text("id").primaryKey(),
  name: text("name").notNull().unique(),
  createdAt: at("created_at").notNull(),
});
