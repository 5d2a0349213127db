import { updateViewName } from "#db/queries/views.ts";
import { VIEWS_TOPIC } from "../../contracts/charts/panel-layout.ts";
import type { RenameViewInput, ViewHead } from "../../contracts/charts/views.ts";
import { commit, type ServiceContext } from "../context.ts";
import { requireFreeName } from "./require-free-name.ts";
import { requireView, viewHead } from "./require-view.ts";

/** Gives a view another name; addresses that open it stay as they are. */
export function renameView(ctx: ServiceContext, { id, name }: RenameViewInput): ViewHead {
  return commit(ctx, (scope) => {
    const view = requireView(ctx, id);
    requireFreeName(ctx, view.scope, name, id);
    const set = { name, updatedAt: ctx.now() };
    updateViewName(scope.db, id, set);
    scope.touch(VIEWS_TOPIC);
    return viewHead({ ...view, ...set });
  });
}
