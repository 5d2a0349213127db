import { deleteReportDrafts } from "#db/queries/report-drafts.ts";
import { deleteReportRows, selectPublications, selectShareLinks } from "#db/queries/reports.ts";
import { topics } from "../../contracts/live.ts";
import type { DeletedReport } from "../../contracts/reports/report.ts";
import { commit, type ServiceContext } from "../context.ts";
import { requireReport } from "./require-report.ts";

/** Deletes a report with its publications; every link to them opens nothing from then on. What it reports on stays. */
export function deleteReport(ctx: ServiceContext, id: string): DeletedReport {
  return commit(ctx, (scope) => {
    const { title } = requireReport(ctx, id);
    const publications = selectPublications(scope.db, id).length;
    const links = selectShareLinks(scope.db, id).length;
    deleteReportDrafts(scope.db, id);
    deleteReportRows(scope.db, id);
    scope.touch(topics.reports);
    return { id, title, publications, links };
  });
}
