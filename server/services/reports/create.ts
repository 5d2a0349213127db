import { selectExperiment } from "#db/queries/experiments.ts";
import { insertReport } from "#db/queries/reports.ts";
import { topics } from "../../contracts/live.ts";
import type { CreateReportInput, SavedReport } from "../../contracts/reports/report.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { newId } from "../hashing.ts";
import { projectForNew } from "../projects/ensure-default.ts";
import { requireDrawable } from "./save.ts";

/** Stores a new report at version 1. */
export function createReport(
  ctx: ServiceContext,
  input: CreateReportInput & { experimentId?: string },
): SavedReport {
  requireDrawable(input.markdown);
  return commit(ctx, (scope) => {
    const at = ctx.now();
    const id = newId("report");
    insertReport(scope.db, {
      id,
      projectId: input.experimentId
        ? (selectExperiment(scope.db, input.experimentId)?.projectId ?? projectForNew(ctx, scope, null))
        : projectForNew(ctx, scope, input.project),
      experimentId: input.experimentId ?? null,
      title: input.title,
      markdown: input.markdown,
      version: 1,
      createdBy: actorName(ctx.actor),
      createdAt: at,
      updatedAt: at,
      updatedBy: null,
    });
    scope.touch(topics.reports);
    return { id, version: 1, title: input.title };
  });
}
