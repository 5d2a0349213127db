import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { at, json } from "./columns.ts";
import { runs } from "./runs.ts";

/** Versions of artifacts that clients logged. Their files are files of the run, below a folder of their own. */
export const externalArtifacts = sqliteTable(
  "external_artifacts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The project of the token that brought it, and the client's own project: together they are where it is looked for. */
    projectId: text("project_id").notNull(),
    place: text("place").notNull(),
    name: text("name").notNull(),
    type: text("type").notNull(),
    digest: text("digest").notNull(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    /** How its client calls the run. */
    runKey: text("run_key").notNull(),
    /** How its client calls the artifact before it is told an id. */
    clientId: text("client_id"),
    /** From 0; null until all of its files came. */
    version: integer("version"),
    /** Aliases that it gets with its version. */
    wanted: json<string[]>("wanted").notNull(),
    bytes: integer("bytes").notNull().default(0),
    files: integer("files").notNull().default(0),
    at: at("at").notNull(),
  },
  (t) => [
    uniqueIndex("external_artifacts_by_content").on(t.projectId, t.place, t.name, t.runId, t.digest),
    uniqueIndex("external_artifacts_by_version").on(t.projectId, t.place, t.name, t.version),
    index("external_artifacts_by_run").on(t.runId),
    index("external_artifacts_by_client").on(t.projectId, t.clientId),
  ],
);

/** What versions are called besides their number; an alias of an artifact is of one version at a time. */
export const externalAliases = sqliteTable(
  "external_aliases",
  {
    projectId: text("project_id").notNull(),
    place: text("place").notNull(),
    name: text("name").notNull(),
    alias: text("alias").notNull(),
    artifactId: integer("artifact_id")
      .notNull()
      .references(() => externalArtifacts.id),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.place, t.name, t.alias] }),
    index("external_aliases_by_artifact").on(t.artifactId),
  ],
);
