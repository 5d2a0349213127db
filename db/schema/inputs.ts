import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ArtifactKind } from "../../workers/protocol/inputs.ts";
import { runs } from "./runs.ts";

/**
 * What a run takes from another run. The source is kept by id and name, without a foreign key: it may be deleted later
 * and the lineage must still be told.
 */
export const runInputs = sqliteTable(
  "run_inputs",
  {
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    slot: text("slot").notNull(),
    kind: text("kind").$type<ArtifactKind>().notNull(),
    fromRunId: text("from_run_id").notNull(),
    fromName: text("from_name").notNull(),
    /** One evaluation of the source; null takes its final one. */
    evaluationId: text("evaluation_id"),
  },
  (t) => [primaryKey({ columns: [t.runId, t.slot] }), index("run_inputs_by_source").on(t.fromRunId)],
);
