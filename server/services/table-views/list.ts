import { selectProject } from "#db/queries/projects.ts";
import { selectTableViews, type TableViewRecord } from "#db/queries/run-table/table-views.ts";
import type { TableView } from "../../contracts/housekeeping/table-views.ts";
import type { ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";
import { viewOwner } from "./own.ts";

export const tableView = (
  ctx: Pick<ServiceContext, "actor" | "db">,
  { createdAt: _createdAt, projectId, ...row }: TableViewRecord,
): TableView => ({
  ...row,
  project: projectId === null ? null : (selectProject(ctx.db, projectId)?.slug ?? null),
  mine: row.owner === viewOwner(ctx),
});

/** The saved views of the run table that somebody sees in a project, or in all: their own, and the defaults. */
export const listTableViews = (ctx: ServiceContext, project?: string | null): TableView[] =>
  selectTableViews(ctx.db, viewOwner(ctx), scopeId(ctx, project)).map((row) => tableView(ctx, row));
