import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ReportSnapshot } from "../../server/contracts/reports/report.ts";
import { at, flag, json } from "./columns.ts";
import { experiments } from "./experiments.ts";
import { projects } from "./projects.ts";

/** A report as its author writes it: Markdown with live blocks. */
export const reports = sqliteTable(
  "reports",
  {
    id: text("id").primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    /** The experiment a template was filled from. */
    experimentId: text("experiment_id").references(() => experiments.id),
    title: text("title").notNull(),
    markdown: text("markdown").notNull(),
    /** Rises with every save; a save that names an older one is refused, so that nobody overwrites unseen words. */
    version: integer("version").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    /** Who saved it last; null where nobody has since it was made. */
    updatedBy: text("updated_by"),
  },
  (t) => [index("reports_by_project").on(t.projectId, t.updatedAt)],
);

/** What a report read before it was saved over: its text at the beginning of each stretch of writing. */
export const reportDrafts = sqliteTable(
  "report_drafts",
  {
    reportId: text("report_id")
      .notNull()
      .references(() => reports.id),
    version: integer("version").notNull(),
    title: text("title").notNull(),
    markdown: text("markdown").notNull(),
    savedBy: text("saved_by").notNull(),
    savedAt: at("saved_at").notNull(),
    /** When it was saved over. */
    replacedAt: at("replaced_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.reportId, t.version] })],
);

/** A report frozen with every value and all data that its blocks show. Rows are never changed. */
export const reportPublications = sqliteTable(
  "report_publications",
  {
    id: text("id").primaryKey(),
    reportId: text("report_id")
      .notNull()
      .references(() => reports.id),
    n: integer("n").notNull(),
    title: text("title").notNull(),
    markdown: text("markdown").notNull(),
    snapshot: json<ReportSnapshot>("snapshot").notNull(),
    publishedBy: text("published_by").notNull(),
    publishedAt: at("published_at").notNull(),
  },
  (t) => [index("publications_by_report").on(t.reportId, t.n)],
);

/** A link that opens one publication, and nothing else, without an account. Only the hash of its token is kept. */
export const shareLinks = sqliteTable(
  "share_links",
  {
    id: text("id").primaryKey(),
    publicationId: text("publication_id")
      .notNull()
      .references(() => reportPublications.id),
    tokenHash: text("token_hash").notNull().unique(),
    /** Hosts, paths, people and git remotes are left out. */
    anonymous: flag("anonymous").notNull(),
    /** Names of runs and titles of experiments are replaced by "run 1" and "experiment 1". */
    neutralNames: flag("neutral_names").notNull().default(false),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at"),
    revokedAt: at("revoked_at"),
    opened: integer("opened").notNull().default(0),
    lastOpenedAt: at("last_opened_at"),
  },
  (t) => [index("share_links_by_publication").on(t.publicationId)],
);

/** A report with everything of it. */
export interface WholeReport {
  report: typeof reports.$inferSelect;
  drafts: (typeof reportDrafts.$inferSelect)[];
  publications: (typeof reportPublications.$inferSelect)[];
  links: (typeof shareLinks.$inferSelect)[];
}

/** A report that was deleted, whole, for as long as it can be brought back. Aside, so that nothing that reads reports meets it. */
export const deletedReports = sqliteTable("deleted_reports", {
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  whole: json<WholeReport>("whole").notNull(),
  deletedBy: text("deleted_by").notNull(),
  /** When it is gone for good. */
  purgeAt: at("purge_at").notNull(),
});
