import { selectTableViews, type TableViewRecord } from "#db/queries/run-table/table-views.ts";
import type { TableView } from "../../contracts/housekeeping/table-views.ts";
import type { ServiceContext } from "../context.ts";
import { viewOwner } from "./own.ts";

export const tableView = (
  ctx: Pick<ServiceContext, "actor">,
  { createdAt: _createdAt, ...row }: TableViewRecord,
): TableView => ({
  ...row,
  mine: row.owner === viewOwner(ctx),
});

/** The saved views of the run table that somebody sees: their own, and the default of the project. */
export const listTableViews = (ctx: ServiceContext): TableView[] =>
  selectTableViews(ctx.db, viewOwner(ctx)).map((row) => tableView(ctx, row));
