import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Params, RewardConfig } from "../../workers/protocol/manifest.ts";
import type { StatusSource, RunOrigin } from "../../server/contracts/external/status-source.ts";
import type { NextAttempt, RunLimits } from "../../server/contracts/attempts/continuing.ts";
import type { RunState } from "../../server/contracts/run-lifecycle.ts";
import { at, flag, json } from "./columns.ts";
import { experiments, sweeps } from "./experiments.ts";
import { projects } from "./projects.ts";

/** One intended training: recipe, parameters and seed. */
export const runs = sqliteTable(
  "runs",
  {
    id: text("id").primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    experimentId: text("experiment_id")
      .notNull()
      .references(() => experiments.id),
    sweepId: text("sweep_id")
      .notNull()
      .references(() => sweeps.id),
    name: text("name").notNull(),
    /** Name of the variant: everything but the seed. */
    label: text("label").notNull(),
    recipe: text("recipe").notNull(),
    recipeVersion: text("recipe_version").notNull(),
    params: json<Params>("params").notNull(),
    seed: integer("seed").notNull(),
    /** Hash of recipe@version, all parameters but the seed, and the benchmark's content. */
    cell: text("cell").notNull(),
    rewardConfig: json<RewardConfig>("reward_config").notNull(),
    rewardHash: text("reward_hash").notNull(),
    /** Content hash of the registered benchmark the parameters name; null for generated problems. */
    benchmarkHash: text("benchmark_hash"),
    plannedSteps: integer("planned_steps").notNull(),
    plannedEpisodes: integer("planned_episodes").notNull(),
    state: text("state").$type<RunState>().notNull(),
    stateAt: at("state_at").notNull(),
    queuedAt: at("queued_at").notNull(),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
    archived: flag("archived").notNull().default(false),
    /** "bench": launched here, by a worker of ours. "external": brought by a client that trains elsewhere. */
    origin: text("origin").$type<RunOrigin>().notNull().default("bench"),
    /** Whose word its state is, while it is not silent. */
    statusSource: text("status_source")
      .$type<Exclude<StatusSource, "no_heartbeat">>()
      .notNull()
      .default("supervised"),
    /** What it does next, where it waits in the queue for another attempt. */
    next: json<NextAttempt>("next"),
    /** What was chosen for its processes; null where nothing was. */
    limits: json<RunLimits>("limits"),
  },
  (t) => [
    index("runs_by_state").on(t.state, t.queuedAt),
    index("runs_by_launch").on(t.queuedAt),
    index("runs_by_experiment").on(t.experimentId, t.cell, t.seed),
    index("runs_by_project").on(t.projectId, t.queuedAt),
    // Somebody may train the same thing twice elsewhere; we never launch it twice.
    uniqueIndex("runs_by_sweep_cell_seed")
      .on(t.sweepId, t.cell, t.seed)
      .where(sql`${t.origin} = 'bench'`),
    check(
      "runs_state",
      sql`${t.state} in ('queued','starting','running','stopping','finished','failed','killed','crashed','unreachable')`,
    ),
  ],
);
