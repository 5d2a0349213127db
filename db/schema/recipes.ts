import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RecipeFile } from "../../workers/protocol/recipes/recipe-file.ts";
import { at, json } from "./columns.ts";
import { workers } from "./workers.ts";

/** Recipes that are scripts in folders of workers, by what they hold: another content is another version. */
export const folderRecipes = sqliteTable(
  "folder_recipes",
  {
    slug: text("slug").notNull(),
    /** With the beginning of the hash: "1.0+3f9ac2d81b0e77aa". */
    version: text("version").notNull(),
    /** Of the recipe file and the files of the script. */
    hash: text("hash").notNull(),
    file: json<RecipeFile>("file").notNull(),
    /** Path -> sha256, for what changed between two contents. */
    files: json<Record<string, string>>("files").notNull(),
    folder: text("folder").notNull(),
    offeredBy: text("offered_by").notNull(),
    offeredAt: at("offered_at").notNull(),
    /** Null: nothing of it starts before somebody agrees. */
    approvedAt: at("approved_at"),
    approvedBy: text("approved_by"),
  },
  (t) => [primaryKey({ columns: [t.slug, t.version] })],
);

/** What is wrong with the folders that a worker offers, in its words. */
export const folderProblems = sqliteTable("folder_problems", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  workerId: text("worker_id")
    .notNull()
    .references(() => workers.id),
  folder: text("folder").notNull(),
  problem: text("problem").notNull(),
});
