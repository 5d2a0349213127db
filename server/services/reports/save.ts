import { selectReport, updateReport } from "#db/queries/reports.ts";
import { topics } from "../../contracts/live.ts";
import type { SavedReport, SaveReportInput } from "../../contracts/reports/report.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { requireDrawable } from "./require-drawable.ts";
import { requireReport } from "./require-report.ts";

/**
 * Saves a report over the version its writer started from. Where somebody saved in between, nothing is written and the
 * sentence says so: the writer's words stay in their page.
 */
export function saveReport(ctx: ServiceContext, input: SaveReportInput): SavedReport {
  requireDrawable(input.markdown);
  return commit(ctx, (scope) => {
    requireReport(ctx, input.id);
    const { id, version, title, markdown } = input;
    if (!updateReport(scope.db, id, version, { title, markdown, updatedAt: ctx.now() })) {
      const stored = selectReport(scope.db, id)?.version ?? version;
      throw new ServiceError(
        "conflict",
        `This report was saved elsewhere since you opened it (version ${stored}, yours started from ${version}). Nothing was overwritten and your text is still here: copy it, reload the report, and put your changes in again.`,
        { details: { version: stored } },
      );
    }
    scope.touch(topics.reports);
    return { id, version: version + 1, title };
  });
}
