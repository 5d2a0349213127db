import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PanelLayout } from "../../server/contracts/charts/panel-layout.ts";
import { at, json } from "./columns.ts";

/** How somebody arranged the panels of a page, under a name. */
export const panelViews = sqliteTable(
  "panel_views",
  {
    id: text("id").primaryKey(),
    /** The pages it is for: "recipe:grpo", "runs", "experiment:exp_…". */
    scope: text("scope").notNull(),
    name: text("name").notNull(),
    layout: json<PanelLayout>("layout").notNull(),
    /** Rises with every save of the layout; a save that names an older one is refused. */
    version: integer("version").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (t) => [uniqueIndex("panel_views_by_scope_name").on(t.scope, t.name)],
);
