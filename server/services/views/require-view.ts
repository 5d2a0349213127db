import { selectView, type ViewRecord } from "#db/queries/views.ts";
import type { ViewHead } from "../../contracts/charts/views.ts";
import { ServiceError } from "../../errors.ts";
import type { ServiceContext } from "../context.ts";

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
