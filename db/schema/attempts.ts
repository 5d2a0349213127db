import { sql } from "drizzle-orm";
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ArtifactEvent } from "../../workers/protocol/events.ts";
import type { StageEvent } from "../../workers/protocol/stage-event.ts";
import type { Place } from "../../workers/protocol/executors/place.ts";
import type { NetworkShape } from "../../workers/protocol/network.ts";
import type { Surroundings } from "../../workers/protocol/surroundings.ts";
import type { ExitRecord } from "../../workers/protocol/exit.ts";
import type { StatusEvidence } from "../../server/contracts/attempt.ts";
import type { Begun } from "../../server/contracts/attempts/continuing.ts";
import type { Finding } from "../../server/contracts/finding.ts";
import type { RunState } from "../../server/contracts/run-lifecycle.ts";
import { at, json } from "./columns.ts";
import { runs } from "./runs.ts";
import { workers } from "./workers.ts";

/** One execution of a run by one worker. Owns points, episodes, log and exit. */
export const attempts = sqliteTable(
  "attempts",
  {
    id: text("id").primaryKey(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    n: integer("n").notNull(),
    workerId: text("worker_id")
      .notNull()
      .references(() => workers.id),
    /** Rises when an attempt is given to somebody else; a write with a lower one is refused. */
    fence: integer("fence").notNull(),
    tokenHash: text("token_hash").notNull(),
    state: text("state").$type<RunState>().notNull(),
    claimedAt: at("claimed_at").notNull(),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
    lastSeenAt: at("last_seen_at").notNull(),
    pid: integer("pid"),
    pidStart: text("pid_start"),
    bootId: text("boot_id"),
    supervisorPid: integer("supervisor_pid"),
    device: text("device"),
    argv: json<string[]>("argv"),
    stopRequestedAt: at("stop_requested_at"),
    stopRequestedBy: text("stop_requested_by"),
    exit: json<ExitRecord>("exit"),
    /** Highest event sequence stored; everything up to it is stored. */
    lastSeq: integer("last_seq").notNull().default(0),
    logSize: integer("log_size").notNull().default(0),
    phase: text("phase"),
    phaseStep: integer("phase_step"),
    phaseTotal: integer("phase_total"),
    rssMib: integer("rss_mib"),
    cpuSeconds: real("cpu_seconds"),
    /** With which code, interpreter and packages, on which machine: what somebody needs to do it again. */
    surroundings: json<Surroundings>("surroundings"),
    /** From what it goes on, and by whose word; null for the first of a run. */
    begun: json<Begun>("begun"),
    /** Where an engine with a queue of its own has it, as of the last heartbeat. */
    place: json<Place>("place"),
  },
  (t) => [
    uniqueIndex("attempts_by_run").on(t.runId, t.n),
    uniqueIndex("attempts_one_live_per_run")
      .on(t.runId)
      .where(sql`${t.state} in ('starting','running','stopping','unreachable')`),
    index("attempts_by_worker").on(t.workerId, t.state),
    check(
      "attempts_state",
      sql`${t.state} in ('starting','running','stopping','finished','failed','killed','crashed','unreachable')`,
    ),
  ],
);

/** Raw bytes of a log by offset. */
export const logChunks = sqliteTable(
  "log_chunks",
  {
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    offset: integer("offset").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.attemptId, t.offset] })],
);

/** Every change of state with what proves it. Rows are never changed. */
export const statusEvents = sqliteTable(
  "status_events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    attemptId: text("attempt_id").references(() => attempts.id),
    at: at("at").notNull(),
    fromState: text("from_state").$type<RunState>(),
    toState: text("to_state").$type<RunState>().notNull(),
    actor: text("actor").notNull(),
    evidence: json<StatusEvidence>("evidence").notNull(),
  },
  (t) => [index("status_events_by_run").on(t.runId, t.id)],
);

/** Sentences a trainer wants on the run page. */
export const runNotes = sqliteTable(
  "run_notes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    at: at("at").notNull(),
    level: text("level").$type<"info" | "warning">().notNull(),
    message: text("message").notNull(),
  },
  (t) => [index("run_notes_by_attempt").on(t.attemptId)],
);

/** Stages of a curriculum, as its trainer says them. */
export const runStages = sqliteTable(
  "run_stages",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    at: at("at").notNull(),
    /** First train step of the stage. */
    trainStep: integer("train_step").notNull(),
    change: text("change").$type<StageEvent["change"]>().notNull(),
    name: text("name").notNull(),
    reason: text("reason").notNull(),
    /** Level -> how likely a draw is of it. */
    weights: json<StageEvent["weights"]>("weights").notNull(),
  },
  (t) => [index("run_stages_by_attempt").on(t.attemptId, t.trainStep)],
);

/** Weights a run started from or made, and sets of problems it left, by content; a set itself lies with the benchmarks. */
export const artifacts = sqliteTable(
  "artifacts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    kind: text("kind").$type<ArtifactEvent["kind"] | "problems">().notNull(),
    trainStep: integer("train_step").notNull(),
    sha256: text("sha256").notNull(),
    bytes: integer("bytes").notNull(),
    at: at("at").notNull(),
    /** Shape and parameters, where later runs may start from it. */
    network: json<NetworkShape>("network"),
    data: blob("data", { mode: "buffer" }),
  },
  (t) => [index("artifacts_by_attempt").on(t.attemptId)],
);

/** What the checks found in an attempt whose points will not change any more. Any row may be lost. */
export const attemptFindings = sqliteTable("attempt_findings", {
  attemptId: text("attempt_id").primaryKey(),
  /** The code that found it; that of other code is not read. */
  code: text("code").notNull(),
  /** What it was found in: the end of this attempt, and of the one that it is read against. */
  state: text("state").notNull(),
  findings: json<Finding[]>("findings").notNull(),
});
