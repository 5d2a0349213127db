import type { SavedView } from "../../contracts/charts/views.ts";
import type { ServiceContext } from "../context.ts";
import { requireView, viewHead } from "./require-view.ts";

/** A view with its layout. */
export function getView(ctx: ServiceContext, id: string): SavedView {
  const view = requireView(ctx, id);
  return { ...viewHead(view), layout: view.layout };
}
