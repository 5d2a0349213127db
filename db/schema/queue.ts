import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { QueueOrder } from "../../server/contracts/queue/queue.ts";
import { json } from "./columns.ts";

/** By which order runs are given out: one row once somebody has touched it. */
export const queue = sqliteTable("queue", {
  id: integer("id").primaryKey(),
  /** Rises with every change; one that names an older version is refused. */
  version: integer("version").notNull(),
  told: json<QueueOrder>("told").notNull(),
  changedBy: text("changed_by").notNull(),
  changedAt: integer("changed_at").notNull(),
});
