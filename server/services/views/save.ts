import { deleteViewRow, updateViewLayout, updateViewName } from "#db/queries/views.ts";
import { VIEWS_TOPIC } from "../../contracts/charts/panel-layout.ts";
import type { RenameViewInput, SaveViewInput, ViewHead } from "../../contracts/charts/views.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { requireView, viewHead } from "./list.ts";
import { requireFreeName } from "./create.ts";
import { requireSameName } from "../annotations/same-name.ts";

/** Deletes a view. The panels it arranged are generated again; no point is touched. */
export function deleteView(ctx: ServiceContext, id: string): ViewHead {
  return commit(ctx, (scope) => {
    const view = requireView(ctx, id);
    deleteViewRow(scope.db, id);
    scope.touch(VIEWS_TOPIC);
    return viewHead(view);
  });
}

/** Gives a view another name; addresses that open it stay as they are. */
export function renameView(ctx: ServiceContext, { id, name, nameWas }: RenameViewInput): ViewHead {
  return commit(ctx, (scope) => {
    const view = requireView(ctx, id);
    requireSameName(view.name, nameWas, name);
    requireFreeName(ctx, view.scope, name, id);
    const set = { name, updatedAt: ctx.now() };
    updateViewName(scope.db, id, set);
    scope.touch(VIEWS_TOPIC);
    return viewHead({ ...view, ...set });
  });
}

/** Saves a layout over the version its edits started from; where somebody saved in between nothing is written. */
export function saveView(ctx: ServiceContext, { id, version, layout }: SaveViewInput): ViewHead {
  return commit(ctx, (scope) => {
    const view = requireView(ctx, id);
    const updatedAt = ctx.now();
    if (!updateViewLayout(scope.db, id, version, { layout, updatedAt }))
      throw new ServiceError(
        "conflict",
        `"${view.name}" was saved elsewhere since you opened it. Nothing was overwritten and your changes are still here: save them under another name, or drop them to see the newer view.`,
        { details: { version: view.version } },
      );
    scope.touch(VIEWS_TOPIC);
    return viewHead({ ...view, version: version + 1, updatedAt });
  });
}
