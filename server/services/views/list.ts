import { selectViewHeads } from "#db/queries/views.ts";
import type { ViewHead } from "../../contracts/charts/views.ts";
import type { ServiceContext } from "../context.ts";
import { viewHead } from "./require-view.ts";

/** Views of a page by name, without their layouts. */
export function listViews(ctx: ServiceContext, scope: string): ViewHead[] {
  return selectViewHeads(ctx.db, scope).map(viewHead);
}
