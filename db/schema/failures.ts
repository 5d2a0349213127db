import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FailureReport } from "../../workers/protocol/failures.ts";
import { attempts } from "./attempts.ts";
import { at, json } from "./columns.ts";
import { evaluations } from "./evaluations.ts";
import { runs } from "./runs.ts";

/** What went wrong in the episodes of one evaluation, by the run that looked. */
export const failureReports = sqliteTable(
  "failure_reports",
  {
    attemptId: text("attempt_id")
      .primaryKey()
      .references(() => attempts.id),
    runId: text("run_id")
      .notNull()
      .references(() => runs.id),
    evaluationId: text("evaluation_id")
      .notNull()
      .references(() => evaluations.id),
    report: json<FailureReport>("report").notNull(),
    at: at("at").notNull(),
  },
  (t) => [
    index("failure_reports_by_run").on(t.runId),
    index("failure_reports_by_evaluation").on(t.evaluationId),
  ],
);
