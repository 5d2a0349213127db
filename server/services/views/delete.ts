import { deleteViewRow } from "#db/queries/views.ts";
import { VIEWS_TOPIC } from "../../contracts/charts/panel-layout.ts";
import type { ViewHead } from "../../contracts/charts/views.ts";
import { commit, type ServiceContext } from "../context.ts";
import { requireView, viewHead } from "./require-view.ts";

/** Deletes a view. The panels it arranged are generated again; no point is touched. */
export function deleteView(ctx: ServiceContext, id: string): ViewHead {
  return commit(ctx, (scope) => {
    const view = requireView(ctx, id);
    deleteViewRow(scope.db, id);
    scope.touch(VIEWS_TOPIC);
    return viewHead(view);
  });
}
