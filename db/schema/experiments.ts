import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ChangedVerdict, StoredVerdicts } from "../../server/contracts/changed-verdicts.ts";
import type { ExperimentAnswer, ExperimentPlan, RunDifference } from "../../server/contracts/experiment.ts";
import type { PipelineStage } from "../../server/contracts/launch/launch.ts";
import { at, flag, json } from "./columns.ts";
import { projects } from "./projects.ts";

/** A question; groups runs that vary something on purpose. */
export const experiments = sqliteTable(
  "experiments",
  {
    id: text("id").primaryKey(),
    projectId: text("project_id")
      .notNull()
      .references(() => projects.id),
    title: text("title").notNull(),
    /** Cell that everything is compared with; null until a launch names one. */
    baselineCell: text("baseline_cell"),
    plan: json<ExperimentPlan>("plan").notNull(),
    createdAt: at("created_at").notNull(),
    /** The experiment whose runs came here from another project; they go back there where they are moved back. */
    movedFrom: text("moved_from"),
  },
  (t) => [
    index("experiments_by_project").on(t.projectId, t.createdAt),
    index("experiments_by_origin").on(t.movedFrom),
  ],
);

/** What an experiment answered when it was last worked out: it survives a restart, and may be lost at any time. */
export const summaryCache = sqliteTable("summary_cache", {
  experimentId: text("experiment_id").primaryKey(),
  /** The code that worked it out; that of other code is not read. */
  code: text("code").notNull(),
  answer: json<ExperimentAnswer>("answer").notNull(),
  /** By run. */
  differences: json<[string, RunDifference][]>("differences").notNull(),
  workedAt: at("worked_at").notNull(),
  /** Something of the experiment changed since. */
  due: flag("due").notNull(),
  /** Of every metric, for the list of what a later version says otherwise; null where it was worked out before that was kept. */
  verdicts: json<StoredVerdicts>("verdicts"),
});

/** Verdicts of an experiment that this version gives otherwise than the one before it, over the same runs. */
export const changedVerdicts = sqliteTable("changed_verdicts", {
  experimentId: text("experiment_id").primaryKey(),
  changes: json<ChangedVerdict[]>("changes").notNull(),
  /** When the version before worked them out. */
  beforeAt: at("before_at").notNull(),
  foundAt: at("found_at").notNull(),
  /** Null while they are shown. */
  dismissedAt: at("dismissed_at"),
});

/** The runs of one press of Launch. */
export const sweeps = sqliteTable(
  "sweeps",
  {
    id: text("id").primaryKey(),
    experimentId: text("experiment_id")
      .notNull()
      .references(() => experiments.id),
    /** Made by the client; a repeated request finds the same runs. */
    launchKey: text("launch_key").notNull().unique(),
    recipe: text("recipe").notNull(),
    recipeVersion: text("recipe_version").notNull(),
    /** The stages of the launch; most launches have one. */
    matrix: json<PipelineStage[]>("matrix").notNull(),
    planned: integer("planned").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (t) => [index("sweeps_by_experiment").on(t.experimentId)],
);
