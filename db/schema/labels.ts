import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LabelReport, PrmReport } from "../../workers/protocol/label-events.ts";
import { attempts } from "./attempts.ts";
import { at, json } from "./columns.ts";
import { episodes, evaluations } from "./evaluations.ts";
import { runs } from "./runs.ts";

/** Labels that one run gave to the steps of one evaluation's episodes. */
export const labelSets = sqliteTable(
  "label_sets",
  {
    id: text("id").primaryKey(),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    attemptId: text("attempt_id")
      .notNull()
      .unique()
      .references(() => attempts.id),
    evaluationId: text("evaluation_id")
      .notNull()
      .references(() => evaluations.id),
    at: at("at").notNull(),
    /** The rules that made it and how they agree with the injected roots; null until the run says so. */
    report: json<LabelReport>("report"),
  },
  (t) => [index("label_sets_by_run").on(t.runId), index("label_sets_by_evaluation").on(t.evaluationId)],
);

/** Label of a step with the rule that gave it; action, position and conflict are in `episode_steps`. */
export const stepLabels = sqliteTable(
  "step_labels",
  {
    labelSetId: text("label_set_id")
      .notNull()
      .references(() => labelSets.id),
    episodeId: integer("episode_id")
      .notNull()
      .references(() => episodes.id),
    /** Position in the episode, from 1. */
    episodeStep: integer("episode_step").notNull(),
    label: real("label").notNull(),
    reason: text("reason").notNull(),
  },
  (t) => [primaryKey({ columns: [t.labelSetId, t.episodeId, t.episodeStep] })],
);

/** How well a trained process reward model does on steps it was not trained on. */
export const prmReports = sqliteTable("prm_reports", {
  attemptId: text("attempt_id")
    .primaryKey()
    .references(() => attempts.id),
  runId: text("run_id")
    .notNull()
    .references(() => runs.id),
  report: json<PrmReport>("report").notNull(),
  at: at("at").notNull(),
});
