import { selectDefaultView, selectTableView, updateDefaultView } from "#db/queries/run-table/table-views.ts";
import { DefaultViewInput, type TableViewAnswer } from "../../contracts/housekeeping/table-views.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";
import { tableView } from "./list.ts";

/** Lets the run table of the project open with a view, for everybody; with none it opens with every run. */
export function chooseDefaultView(ctx: ServiceContext, rawInput: DefaultViewInput): TableViewAnswer {
  const { id, project } = DefaultViewInput.parse(rawInput);
  return commit(ctx, (scope) => {
    const found = id === null ? undefined : selectTableView(scope.db, id);
    if (id !== null && !found) throw new ServiceError("not_found", "This view is gone.");
    const projectId = found ? found.projectId : scopeId(ctx, project);
    const before = selectDefaultView(scope.db, projectId);
    updateDefaultView(scope.db, id, projectId);
    scope.touch(topics.runs);
    return {
      message: found
        ? `The run table opens with ${found.name}, for everybody.`
        : "The run table opens with every run.",
      view: found ? tableView(ctx, { ...found, isDefault: true }) : null,
      was: before ? tableView(ctx, before) : null,
      wasDefault: before?.id ?? null,
    };
  });
}
