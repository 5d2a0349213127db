import { selectProjects } from "#db/queries/projects.ts";
import { selectReportedTables } from "#db/queries/reported.ts";
import type { ReportedRow } from "../../contracts/reported/reported.ts";
import { checkTable } from "../../checks/tables/registry.ts";
import type { ServiceContext } from "../context.ts";
import { MOST_REPORTED } from "./get.ts";
import { scopeId } from "../projects/find.ts";

/** The reported tables of a project, or of all, with how many findings each has. */
export function listReported(ctx: ServiceContext, project?: string | null): ReportedRow[] {
  const names = new Map(selectProjects(ctx.db).map(({ id, name }) => [id, name]));
  return selectReportedTables(ctx.db, scopeId(ctx, project), MOST_REPORTED).map((one) => {
    const { id, projectId, title, document, documentDate, format, grid, createdBy, createdAt } = one;
    const findings = { error: 0, warning: 0, info: 0 };
    for (const { severity } of checkTable(grid, title)) findings[severity] += 1;
    return {
      id,
      project: names.get(projectId) ?? projectId,
      title,
      document,
      documentDate,
      format,
      createdBy,
      createdAt,
      rows: grid.rows.length,
      columns: grid.columns.length,
      findings,
    };
  });
}
