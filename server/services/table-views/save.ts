import {
  selectDefaultView,
  selectTableView,
  selectTableViewByName,
  selectTableViews,
  upsertTableView,
} from "#db/queries/run-table/table-views.ts";
import {
  SaveTableViewInput,
  TABLE_VIEW_LIMITS,
  type TableViewAnswer,
} from "../../contracts/housekeeping/table-views.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { newId } from "../hashing.ts";
import { scopeId } from "../projects/find.ts";
import { tableView } from "./list.ts";
import { requireOwn, viewOwner } from "./own.ts";

/** Saves a view of the run table under a name, or over one that is there. Only who saved it sees it, until it is the default. */
export function saveTableView(ctx: ServiceContext, rawInput: SaveTableViewInput): TableViewAnswer {
  const { id, name, address, project } = SaveTableViewInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const owner = viewOwner(ctx);
    const before = id === undefined ? undefined : selectTableView(scope.db, id);
    if (before) requireOwn(ctx, before);
    const taken = selectTableViewByName(scope.db, owner, name);
    if (taken && taken.id !== id)
      throw new ServiceError(
        "conflict",
        `There is a view "${name}" already. Save over it, or choose another name.`,
        {
          field: "name",
        },
      );
    if (!before && selectTableViews(scope.db, owner, null).length >= TABLE_VIEW_LIMITS.perPerson)
      throw new ServiceError(
        "conflict",
        `There are ${TABLE_VIEW_LIMITS.perPerson} saved views, which is all that fit. Delete one first.`,
      );
    const at = ctx.now();
    const row = {
      id: id ?? newId("view"),
      name,
      address,
      owner,
      projectId: before ? before.projectId : scopeId(ctx, project),
      isDefault: before?.isDefault ?? false,
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
    };
    upsertTableView(scope.db, row);
    scope.touch(topics.runs);
    return {
      message: `Saved the view ${name}.`,
      view: tableView(ctx, row),
      was: before ? tableView(ctx, before) : null,
      wasDefault: selectDefaultView(scope.db, row.projectId)?.id ?? null,
    };
  });
}
