import {
  type AnySQLiteColumn,
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { KeyAccess } from "../../server/contracts/external/ingest-token.ts";
import type { Params } from "../../workers/protocol/manifest.ts";
import { attempts } from "./attempts.ts";
import { at, flag, json } from "./columns.ts";
import { experiments, sweeps } from "./experiments.ts";
import { projects } from "./projects.ts";
import { runs } from "./runs.ts";
import { workers } from "./workers.ts";

/** Tokens by which runs come from outside, by the hash of what was shown once. */
export const ingestTokens = sqliteTable(
  "ingest_tokens",
  {
    id: text("id").primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** Its last characters, by which a person tells it from others. */
    tail: text("tail").notNull(),
    /** Stands where an attempt names its worker. */
    workerId: text("worker_id")
      .notNull()
      .references(() => workers.id),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
    usedAt: at("used_at"),
    /** The client that called last, as it calls itself. */
    usedBy: text("used_by"),
    revokedAt: at("revoked_at"),
    revokedBy: text("revoked_by"),
    /** A client's project becomes a project here, not an experiment of the token's. */
    makesProjects: flag("makes_projects").notNull().default(false),
    /** What it opens: bringing runs, reading those of its project, or both. */
    access: text("access").$type<KeyAccess>().notNull().default("write"),
    /** A token for one attempt of a script that was launched here: it opens that attempt, while it is under way. */
    attemptId: text("attempt_id").references((): AnySQLiteColumn => attempts.id),
  },
  (t) => [index("ingest_tokens_by_project").on(t.projectId, t.createdAt)],
);

/** What clients call a project or an experiment: an experiment here, and how its runs are put into cells. */
export const externalPlaces = sqliteTable(
  "external_places",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    name: text("name").notNull(),
    experimentId: text("experiment_id")
      .notNull()
      .references(() => experiments.id),
    sweepId: text("sweep_id")
      .notNull()
      .references(() => sweeps.id),
    /** Key of the configuration that holds the seed; null tries the usual ones. */
    seedKey: text("seed_key"),
    /** Keys besides the usual ones that say nothing about what was trained. */
    ignoredKeys: json<string[]>("ignored_keys").notNull(),
    /** Metrics of the table; empty chooses from what was sent. */
    metrics: json<string[]>("metrics").notNull(),
    /** Version of the rules by which its runs were put into configurations last. */
    groupingVersion: integer("grouping_version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("external_places_by_name").on(t.projectId, t.name),
    uniqueIndex("external_places_by_experiment").on(t.experimentId),
  ],
);

/** What a client told of its run, beside what every run has. */
export const externalRuns = sqliteTable(
  "external_runs",
  {
    runId: text("run_id")
      .primaryKey()
      .references(() => runs.id),
    placeId: integer("place_id")
      .notNull()
      .references(() => externalPlaces.id),
    tokenId: text("token_id")
      .notNull()
      .references(() => ingestTokens.id),
    /** The client's own key. Several runs may have had it; the newest is meant. */
    clientKey: text("client_key").notNull(),
    client: text("client").notNull(),
    groupName: text("group_name"),
    jobType: text("job_type"),
    tags: json<string[]>("tags").notNull(),
    notes: text("notes"),
    environment: json<Record<string, string>>("environment").notNull(),
    summary: json<Record<string, number | string | boolean | null>>("summary").notNull(),
    axes: json<Record<string, string>>("axes").notNull(),
    /** How much of its files is kept, in bytes. */
    fileBytes: integer("file_bytes").notNull().default(0),
  },
  (t) => [index("external_runs_by_key").on(t.placeId, t.clientKey)],
);

/** What else a run is called by those who send to it: where its witness began it, and what its loggers take it for. */
export const externalNames = sqliteTable(
  "external_names",
  {
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    place: text("place").notNull(),
    key: text("key").notNull(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    /** The kind of logger that calls it so, as "wandb"; null where the witness does. */
    logger: text("logger"),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.place, t.key] }), index("external_names_by_run").on(t.runId)],
);

/** What loggers inside a script told of its run, which was launched here: the rest of it is known. */
export const launchedRuns = sqliteTable("launched_runs", {
  runId: text("run_id")
    .primaryKey()
    .references(() => runs.id),
  client: text("client").notNull(),
  /** What the loggers call the run, in the order in which they came: each writes into streams of its own. */
  places: json<{ experiment: string; key: string }[]>("places").notNull(),
  groupName: text("group_name"),
  jobType: text("job_type"),
  tags: json<string[]>("tags").notNull(),
  notes: text("notes"),
  config: json<Params>("config").notNull(),
  environment: json<Record<string, string>>("environment").notNull(),
  summary: json<Record<string, number | string | boolean | null>>("summary").notNull(),
  axes: json<Record<string, string>>("axes").notNull(),
  fileBytes: integer("file_bytes").notNull().default(0),
});

/** The attempts of a run from outside: one for each process that opened it again after an end. */
export const externalSessions = sqliteTable(
  "external_sessions",
  {
    attemptId: text("attempt_id")
      .primaryKey()
      .references(() => attempts.id),
    writer: text("writer").notNull(),
    /** An end was told some time ago; what comes now is of another attempt. */
    closed: flag("closed").notNull().default(false),
    /** When its work ended, while a process speaks that came afterwards and has not gone on with it. */
    ranUntil: at("ran_until"),
    /** How long nobody worked between its beginning and its end, ms. */
    idleMs: integer("idle_ms").notNull().default(0),
    /** How long after their own time its newest rows came, ms, below 0 where their clock is ahead; null before the first. */
    lagMs: integer("lag_ms"),
    /** The process whose clock that is; null before the first row with a time. */
    clock: text("clock"),
    /** When the end that is on record came, by the clock of the server. */
    endToldAt: at("end_told_at"),
    /** The rules by which start and end were told from the rows; 0: by when they came. */
    timesVersion: integer("times_version").notNull().default(0),
  },
  (t) => [
    index("external_sessions_open").on(t.closed),
    index("external_sessions_by_times").on(t.timesVersion),
  ],
);

/** The processes that write into a run from outside, as far as its client tells them apart. */
export const externalWriters = sqliteTable(
  "external_writers",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    writer: text("writer").notNull(),
    /** Where its rows are; null before the first. */
    attemptId: text("attempt_id"),
    openedAt: at("opened_at").notNull(),
    /** Its last word after it was opened. */
    lastSeenAt: at("last_seen_at"),
    endedAt: at("ended_at"),
    /** How its rows stand to those before them; null before the first. */
    standing: text("standing").$type<"works" | "adds">(),
    /** Of one that adds: the metrics that nobody sent before it. */
    added: json<string[]>("added").notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.writer] })],
);

/** How far each writer's stream of a run is stored. */
export const externalStreams = sqliteTable(
  "external_streams",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    writer: text("writer").notNull(),
    stream: text("stream").$type<"history" | "said" | "system" | "console">().notNull(),
    /** One more than the greatest number of a stored row, or bytes of a console. */
    reached: integer("reached").notNull().default(0),
    /** Rows below that which did not come: from, and one past the last. */
    missing: json<[number, number][]>("missing").notNull(),
    rows: integer("rows").notNull().default(0),
    lastStep: real("last_step"),
    /** Last value of each metric that is an x of others. */
    lastX: json<Record<string, number>>("last_x").notNull(),
  },
  (t) => [uniqueIndex("external_streams_by_writer").on(t.runId, t.writer, t.stream)],
);

/** Rows that carry ids in place of numbers, by 64 bits of their hash. */
export const externalRowIds = sqliteTable(
  "external_row_ids",
  {
    streamId: integer("stream_id").notNull(),
    idHash: blob("id_hash", { mode: "buffer" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.streamId, t.idHash] })],
);

/** Files of a run by the client's path; what is too large is known by name and size alone. */
export const externalFiles = sqliteTable(
  "external_files",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    path: text("path").notNull(),
    type: text("type"),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256").notNull(),
    at: at("at").notNull(),
    /** Null: too large to be kept. */
    data: blob("data", { mode: "buffer" }),
  },
  (t) => [uniqueIndex("external_files_by_path").on(t.runId, t.path)],
);

/** What a person said of a run that no client sent: theirs is the word, and it can be taken back. */
export const runStatements = sqliteTable(
  "run_statements",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    /** "logged_protocol" is read from the configuration; all others are what a person says. */
    what: text("what").$type<"reward" | "problems" | "protocol" | "start" | "logged_protocol">().notNull(),
    text: text("text").notNull(),
    by: text("by").notNull(),
    at: at("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.what] })],
);
