import { updateViewLayout } from "#db/queries/views.ts";
import { VIEWS_TOPIC } from "../../contracts/charts/panel-layout.ts";
import type { SaveViewInput, ViewHead } from "../../contracts/charts/views.ts";
import { ServiceError } from "../../errors.ts";
import { commit, type ServiceContext } from "../context.ts";
import { requireView, viewHead } from "./require-view.ts";

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
