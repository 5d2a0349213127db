import { selectView, selectViewHeads, type ViewRecord } from "#db/queries/views.ts";
import type { SavedView, ViewHead } from "../../contracts/charts/views.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../../errors.ts";

export function requireView(ctx: ServiceContext, id: string): ViewRecord {
  const view = selectView(ctx.db, id);
  if (!view)
    throw new ServiceError(
      "not_found",
      `There is no view ${id.slice(0, 60)}. It may have been deleted, or belong to another data directory.`,
    );
  return view;
}

/** What a list shows of a view. */
export function viewHead(view: Omit<ViewRecord, "layout">): ViewHead {
  const { id, scope, name, version, createdBy, updatedAt } = view;
  return { id, scope, name, version, createdBy, updatedAt };
}

/** A view with its layout. */
export function getView(ctx: ServiceContext, id: string): SavedView {
  const view = requireView(ctx, id);
  return { ...viewHead(view), layout: view.layout };
}

/** Views of a page by name, without their layouts. */
export function listViews(ctx: ServiceContext, scope: string): ViewHead[] {
  return selectViewHeads(ctx.db, scope).map(viewHead);
}
