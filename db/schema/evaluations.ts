import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EvaluationProtocol } from "../../workers/protocol/events.ts";
import { attempts } from "./attempts.ts";
import { populations, problems } from "./benchmarks.ts";
import { at, flag, json } from "./columns.ts";
import { runs } from "./runs.ts";

/** Which problems an attempt trains on, is measured on and was shown solved, in the order its events index them. */
export const attemptPopulations = sqliteTable(
  "attempt_populations",
  {
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    role: text("role").$type<"train" | "held_out" | "demonstrated">().notNull(),
    populationHash: text("population_hash")
      .notNull()
      .references(() => populations.hash),
    problemHashes: json<string[]>("problem_hashes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.attemptId, t.role] })],
);

/** A policy measured on a set of problems under one protocol. */
export const evaluations = sqliteTable(
  "evaluations",
  {
    id: text("id").primaryKey(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    attemptId: text("attempt_id")
      .notNull()
      .references(() => attempts.id),
    key: text("key").notNull(),
    trainStep: integer("train_step").notNull(),
    final: flag("final").notNull(),
    populationHash: text("population_hash")
      .notNull()
      .references(() => populations.hash),
    protocol: json<EvaluationProtocol>("protocol").notNull(),
    protocolHash: text("protocol_hash").notNull(),
    n: integer("n").notNull(),
    at: at("at").notNull(),
    /** Versions of the policy that its rows name; null where they name none. */
    policies: json<string[]>("policies"),
  },
  (t) => [
    uniqueIndex("evaluations_by_attempt_key").on(t.attemptId, t.key),
    index("evaluations_by_population").on(t.populationHash, t.final),
    index("evaluations_by_run").on(t.runId, t.trainStep),
    index("evaluations_by_attempt_step").on(t.attemptId, t.trainStep),
  ],
);

/**
 * Outcome on one problem; every reported number of an evaluation is computed from these rows. Many are stored part by part,
 * and their evaluation with the last of them: until then nobody finds them, so `evaluation_id` refers to nothing yet.
 */
export const evaluationRows = sqliteTable(
  "evaluation_rows",
  {
    evaluationId: text("evaluation_id").notNull(),
    problemHash: text("problem_hash")
      .notNull()
      .references(() => problems.hash),
    solved: flag("solved").notNull(),
    steps: integer("steps").notNull(),
    op: real("op"),
    da: real("da"),
    clean: flag("clean"),
    confirmed: flag("confirmed"),
    /** Of a program: share of the hidden cases that passed, and estimates of pass@1 and pass@8 from samples. */
    passed: real("passed"),
    passAt1: real("pass_at_1"),
    passAt8: real("pass_at_8"),
    /** Of an episode chosen among several samples: the share of them that is solved at step 5 or earlier. */
    sampledAt5: real("sampled_at_5"),
    /** What its episode named, counted for every definition of DA; null where nobody counted. */
    diagnosis: json<number[]>("diagnosis"),
    /** What else a pack measures, by its columns; null where none does. */
    measures: json<Record<string, number>>("measures"),
    /** What a client from outside scored it with, in its own unit. */
    score: real("score"),
  },
  (t) => [primaryKey({ columns: [t.evaluationId, t.problemHash] })],
);

/** Evaluations of which rows are stored and others are still to come, with the set of problems that may be as far. */
export const unfinishedEvaluations = sqliteTable("unfinished_evaluations", {
  evaluationId: text("evaluation_id").primaryKey(),
  populationHash: text("population_hash").notNull(),
});

export const episodes = sqliteTable(
  "episodes",
  {
    id: integer("id").primaryKey(),
    evaluationId: text("evaluation_id")
      .notNull()
      .references(() => evaluations.id),
    problemHash: text("problem_hash")
      .notNull()
      .references(() => problems.hash),
    steps: integer("steps").notNull(),
  },
  (t) => [uniqueIndex("episodes_by_evaluation_problem").on(t.evaluationId, t.problemHash)],
);

export const episodeSteps = sqliteTable(
  "episode_steps",
  {
    episodeId: integer("episode_id")
      .notNull()
      .references(() => episodes.id),
    /** Position in the episode, from 1. */
    episodeStep: integer("episode_step").notNull(),
    action: text("action").notNull(),
    target: text("target"),
    status: text("status").notNull(),
    iisBefore: json<string[]>("iis_before"),
    iisAfter: json<string[]>("iis_after"),
  },
  (t) => [primaryKey({ columns: [t.episodeId, t.episodeStep] })],
);
