import { countViews, insertView, selectViewByName } from "#db/queries/views.ts";
import { MOST_VIEWS_PER_PAGE, VIEWS_TOPIC } from "../../contracts/charts/panel-layout.ts";
import type { CreateViewInput, ViewHead } from "../../contracts/charts/views.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext } from "../context.ts";
import { newId } from "../hashing.ts";
import { viewHead } from "./list.ts";

/** Refuses a name that another view of the same page has. */
export function requireFreeName(ctx: ServiceContext, scope: string, name: string, exceptId?: string): void {
  const taken = selectViewByName(ctx.db, scope, name);
  if (taken && taken.id !== exceptId)
    throw new ServiceError(
      "conflict",
      `There is a view "${name}" already. Choose it and save over it, or give this one another name.`,
      { field: "name" },
    );
}

/** Stores a layout under a new name, at version 1. */
export function createView(ctx: ServiceContext, { scope, name, layout }: CreateViewInput): ViewHead {
  return commit(ctx, (scopeOfWrite) => {
    requireFreeName(ctx, scope, name);
    if (countViews(ctx.db, scope) >= MOST_VIEWS_PER_PAGE)
      throw new ServiceError(
        "conflict",
        `This page has ${MOST_VIEWS_PER_PAGE} views, which is all it holds. Save over one of them, or delete one.`,
      );
    const at = ctx.now();
    const view = {
      id: newId("view"),
      scope,
      name,
      layout,
      version: 1,
      createdBy: actorName(ctx.actor),
      createdAt: at,
      updatedAt: at,
    };
    insertView(scopeOfWrite.db, view);
    scopeOfWrite.touch(VIEWS_TOPIC);
    return viewHead(view);
  });
}
