import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PanelLayout } from "../../server/contracts/charts/panel-layout.ts";
import { at, flag, json } from "./columns.ts";
import { projects } from "./projects.ts";

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

/** A view of the run table under a name: its address. */
export const tableViews = sqliteTable(
  "table_views",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** The part behind the question mark. */
    address: text("address").notNull(),
    /** Who saved it; nobody else sees it, unless it is the default. */
    owner: text("owner").notNull(),
    /** The project that it was saved in; null: it is of all projects. */
    projectId: text("project_id").references(() => projects.id),
    /** The run table of its project opens with it; at most one does. */
    isDefault: flag("is_default").notNull().default(false),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (t) => [uniqueIndex("table_views_by_owner_name").on(t.owner, t.name)],
);
