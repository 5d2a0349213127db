import { deleteTableViewRow, selectDefaultView, selectTableView } from "#db/queries/run-table/table-views.ts";
import { TableViewInput, type TableViewAnswer } from "../../contracts/housekeeping/table-views.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { tableView } from "./list.ts";
import { requireOwn } from "./own.ts";

/** Deletes a saved view. Its runs are left alone. */
export function deleteTableView(ctx: ServiceContext, rawInput: TableViewInput): TableViewAnswer {
  const { id } = TableViewInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const found = selectTableView(scope.db, id);
    if (!found) throw new ServiceError("not_found", "This view is gone already.");
    requireOwn(ctx, found);
    const wasDefault = selectDefaultView(scope.db, found.projectId)?.id ?? null;
    deleteTableViewRow(scope.db, id);
    scope.touch(topics.runs);
    return {
      message: `Deleted the view ${found.name}.`,
      view: null,
      was: tableView(ctx, found),
      wasDefault,
    };
  });
}
